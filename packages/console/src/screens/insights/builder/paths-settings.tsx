import { lazy } from 'react';
import { setPaths } from '../../../queries/insight/change-others';
import type { PathsFilter, PathsQuery } from '../../../queries/insight/types';
import { useProjectId } from '../../../session/me';
import { IconButton } from '../../../ui/button/button';
import { Checkbox } from '../../../ui/field/field';
import { Lazily } from '../../../ui/state/lazily';
import type { BuilderProps } from './builder-props';
import styles from './builder.module.css';
import { NumberField } from './number-field';
import { TextDraft } from './text-draft';

// Loaded when a list is opened.
const EntityPicker = lazy(async () => ({
  default: (await import('../../../ui/picker/entity-picker')).EntityPicker,
}));

const TYPES = [
  { value: '$pageview', label: 'Page views' },
  { value: '$screen', label: 'Screens of apps' },
  { value: 'custom_event', label: 'Other events' },
] as const;

const DEFAULT_STEPS = 5;
const MOST_STEPS = 20;
const DEFAULT_EDGES = 50;
const MOST_EDGES = 500;

/** The items of paths, their start and end points, and limits of the diagram. */
export default function PathsSettings({ query, onChange }: BuilderProps<PathsQuery>) {
  const filter = query.pathsFilter;
  const change = (next: PathsFilter): void => onChange(setPaths(query, next));
  const types = filter.includeEventTypes ?? [];
  return (
    <>
      <section className={styles.section} aria-label="Items">
        <h2>Paths of</h2>
        {TYPES.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={types.includes(value)}
            onChange={(isOn) => {
              const others = types.filter((type) => type !== value);
              change({ includeEventTypes: isOn ? [...others, value] : others });
            }}
          />
        ))}
        <Exclusions filter={filter} change={change} />
      </section>
      <section className={styles.section} aria-label="Start, end and size">
        <TextDraft
          label="Start at"
          hint="A page, a screen or an event, with its full name as in the list."
          value={filter.startPoint ?? ''}
          onDone={(text) => change({ startPoint: text === '' ? undefined : text })}
        />
        <TextDraft
          label="End at"
          value={filter.endPoint ?? ''}
          onDone={(text) => change({ endPoint: text === '' ? undefined : text })}
        />
        <TextDraft
          label="Group items"
          hint="Patterns with *, separated by commas: https://example.com/products/*"
          value={(filter.pathGroupings ?? []).join(', ')}
          onDone={(text) => {
            const groups = text.split(',').flatMap((part) => part.trim() || []);
            change({ pathGroupings: groups.length === 0 ? undefined : groups });
          }}
        />
        <div className={styles.pair}>
          <NumberField
            label="Steps"
            value={filter.stepLimit ?? DEFAULT_STEPS}
            least={2}
            most={MOST_STEPS}
            onDone={(stepLimit) => change({ stepLimit })}
          />
          <NumberField
            label="Maximum number of links"
            value={filter.edgeLimit ?? DEFAULT_EDGES}
            most={MOST_EDGES}
            onDone={(edgeLimit) => change({ edgeLimit })}
          />
        </div>
      </section>
    </>
  );
}

/** The fields for items that are excluded from paths. */
function Exclusions(props: {
  readonly filter: PathsFilter;
  readonly change: (change: PathsFilter) => void;
}) {
  const { filter, change } = props;
  const projectId = useProjectId();
  const excluded = filter.excludeEvents ?? [];
  const put = (list: readonly string[]): void =>
    change({ excludeEvents: list.length === 0 ? undefined : [...list] });
  return (
    <>
      {excluded.map((name) => (
        <div key={name} className={styles.formula}>
          <span>Excluded: {name}</span>
          <IconButton
            icon="x"
            label={`Include ${name} again`}
            onClick={() => put(excluded.filter((other) => other !== name))}
          />
        </div>
      ))}
      <Lazily>
        <EntityPicker
          projectId={projectId}
          label="Exclude an event"
          text="Exclude an event"
          icon="plus"
          onPick={(entity) => {
            if (entity.kind !== 'EventsNode' || entity.event === null) return;
            if (!excluded.includes(entity.event)) put([...excluded, entity.event]);
          }}
        />
      </Lazily>
    </>
  );
}
