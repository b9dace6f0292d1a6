import * as Ariakit from '@ariakit/react';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { filterText, filterWords } from '../../queries/filters/filter-text';
import type { FilterKind, PropertyFilter } from '../../queries/filters/property-filter';
import button from '../button/button.module.css';
import { Icon } from '../icon/icon';
import { Lazily } from '../state/lazily';
import { FailedNotice } from '../state/states';
import { cohortNamesQuery } from './property-lists';
import styles from './filters.module.css';

// Loaded when first used, because the screen shows its content without them.
const FilterEditor = lazy(async () => ({
  default: (await import('./filter-editor')).FilterEditor,
}));

const ALL_KINDS: readonly FilterKind[] = ['event', 'person', 'session', 'group', 'cohort', 'hogql'];
const NO_NAMES: ReadonlyMap<string, string> = new Map();

export interface FilterBarProps {
  readonly projectId: number;
  /** A description of what is filtered, for screen readers. */
  readonly label?: string;
  /** The filters, as `filtersOf` reads them from a query. They are combined with AND. */
  readonly filters: readonly PropertyFilter[];
  readonly onChange: (filters: readonly PropertyFilter[]) => void;
  /** The types of filters that can be added; by default all. */
  readonly kinds?: readonly FilterKind[];
  /** The operators that can be chosen; by default all. */
  readonly operators?: readonly string[];
  /** If set, only properties of this group type are offered. */
  readonly groupTypeIndex?: number;
  /** If set, only values in these events are offered. */
  readonly eventNames?: readonly string[];
  /** The reason why the filters cannot be changed; null if they can. */
  readonly blockedBy?: string | null;
}

/** Property filters as chips that can be edited and removed, and a button that adds a filter. */
export function FilterBar(props: FilterBarProps) {
  const { projectId, label = 'Filters', filters, onChange, blockedBy = null } = props;
  const { kinds = ALL_KINDS, operators, groupTypeIndex, eventNames = [] } = props;
  const hasCohort = filters.some(({ type }) => type.includes('cohort'));
  const cohorts = useQuery({ ...cohortNamesQuery(projectId), enabled: hasCohort });
  const names = cohorts.data ?? NO_NAMES;
  const shared = { projectId, kinds, operators, groupTypeIndex, eventNames, cohortNames: names };
  return (
    <div role="group" aria-label={label} className={styles.bar}>
      {filters.map((filter, position) => (
        // A changed filter keeps its place, so that its button gets the focus back.
        <span key={position} className={styles.chip}>
          <EditorPopover
            {...shared}
            filter={filter}
            isBlocked={blockedBy !== null}
            onDone={(next) => onChange(filters.with(position, next))}
          />
          <button
            type="button"
            className={styles.remove}
            disabled={blockedBy !== null}
            aria-label={`Remove the filter ${filterText(filter, names)}`}
            title={blockedBy ?? 'Remove the filter'}
            onClick={({ currentTarget }) => {
              // The removed button had the focus.
              const bar = currentTarget.closest('[role="group"]');
              bar?.querySelector<HTMLElement>('[data-add-filter]')?.focus();
              onChange(filters.toSpliced(position, 1));
            }}
          >
            <Icon name="x" size={14} />
          </button>
        </span>
      ))}
      {blockedBy === null && (
        <EditorPopover
          {...shared}
          filter={null}
          isBlocked={false}
          onDone={(next) => onChange([...filters, next])}
        />
      )}
      <FailedNotice query={cohorts} />
    </div>
  );
}

interface EditorPopoverProps {
  readonly projectId: number;
  readonly kinds: readonly FilterKind[];
  readonly operators?: readonly string[];
  readonly groupTypeIndex?: number;
  readonly eventNames: readonly string[];
  readonly cohortNames: ReadonlyMap<string, string>;
  readonly filter: PropertyFilter | null;
  readonly isBlocked: boolean;
  readonly onDone: (filter: PropertyFilter) => void;
}

function EditorPopover({ isBlocked, onDone, ...editor }: EditorPopoverProps) {
  const { filter, cohortNames } = editor;
  const [isOpen, setOpen] = useState(false);
  const title = filter === null ? 'Add a filter' : 'Change the filter';
  return (
    <Ariakit.PopoverProvider open={isOpen} setOpen={setOpen} placement="bottom-start">
      {filter === null ? (
        <Ariakit.PopoverDisclosure className={`${button.button} ${styles.add}`} data-add-filter>
          <Icon name="filter" />
          Filter
        </Ariakit.PopoverDisclosure>
      ) : (
        <Ariakit.PopoverDisclosure
          className={styles.words}
          disabled={isBlocked}
          title={filterText(filter, cohortNames)}
        >
          <FilterInWords filter={filter} names={cohortNames} />
        </Ariakit.PopoverDisclosure>
      )}
      <Ariakit.Popover
        className={styles.popover}
        aria-label={title}
        gutter={4}
        portal
        unmountOnHide
      >
        <Lazily>
          <FilterEditor
            {...editor}
            onDone={(next) => {
              setOpen(false);
              onDone(next);
            }}
          />
        </Lazily>
      </Ariakit.Popover>
    </Ariakit.PopoverProvider>
  );
}

/** A filter as text, with its parts in different font weights. */
function FilterInWords(props: {
  readonly filter: PropertyFilter;
  readonly names?: ReadonlyMap<string, string>;
}) {
  const { subject, verb, object } = filterWords(props.filter, props.names);
  return (
    <>
      <span className={styles.key}>{subject}</span> <span className={styles.verb}>{verb}</span>{' '}
      <span className={styles.object}>{object}</span>
    </>
  );
}
