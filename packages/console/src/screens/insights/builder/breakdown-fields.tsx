import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import type { SplitQuery } from '../../../queries/insight/change-breakdown';
import {
  breakdownsOf,
  MOST_BREAKDOWNS,
  setBreakdownLimit,
  setBreakdowns,
} from '../../../queries/insight/change-breakdown';
import type { Breakdown } from '../../../queries/insight/types';
import { useProjectId } from '../../../session/me';
import { IconButton } from '../../../ui/button/button';
import { cohortNamesQuery } from '../../../ui/filters/property-lists';
import { Picker } from '../../../ui/picker/picker';
import { Lazily } from '../../../ui/state/lazily';
import { FailedNotice } from '../../../ui/state/states';
import type { BuilderProps } from './builder-props';
import styles from './builder.module.css';
import { NumberField } from './number-field';

// Loaded when a list is opened.
const PropertyPicker = lazy(async () => ({
  default: (await import('../../../ui/filters/property-picker')).PropertyPicker,
}));

/** The server's default for the number of breakdown values. */
const USUAL_LIMIT = 25;
const MOST_VALUES = 1_000;

/** The fields for up to three breakdowns. Each combination of values gets a line, a funnel or a table. */
export function BreakdownFields({ query, onChange }: BuilderProps<SplitQuery>) {
  const list = breakdownsOf(query);
  const put = (next: readonly Breakdown[]): void => onChange(setBreakdowns(query, next));
  return (
    <>
      {list.map((breakdown, index) => (
        <div key={index} className={styles.rowHead}>
          <BreakdownPicker
            label={`Break down by (${index + 1})`}
            breakdown={breakdown}
            onPick={(picked) => put(list.with(index, picked))}
          />
          <IconButton
            icon="x"
            label={`Remove the breakdown ${index + 1}`}
            onClick={() => put(list.toSpliced(index, 1))}
          />
        </div>
      ))}
      {list.length < MOST_BREAKDOWNS && (
        <div className={styles.rowHead}>
          <BreakdownPicker
            label="Break down by"
            breakdown={null}
            emptyText={list.length === 0 ? 'No breakdown' : 'And by another property'}
            onPick={(picked) => put([...list, picked])}
          />
        </div>
      )}
      {list.length > 0 && (
        <NumberField
          label="Number of values shown separately"
          value={query.breakdownFilter?.breakdown_limit ?? USUAL_LIMIT}
          most={MOST_VALUES}
          onDone={(limit) => onChange(setBreakdownLimit(query, limit))}
        />
      )}
    </>
  );
}

function BreakdownPicker(props: {
  readonly label: string;
  /** The breakdown; null if none is chosen. */
  readonly breakdown: Breakdown | null;
  readonly emptyText?: string;
  readonly onPick: (breakdown: Breakdown) => void;
}) {
  const { label, breakdown, emptyText = '', onPick } = props;
  const projectId = useProjectId();
  const isCohort = breakdown?.type === 'cohort';
  const names = useQuery({ ...cohortNamesQuery(projectId), enabled: isCohort });
  const text = breakdown === null ? emptyText : wordsOf(breakdown, names.data);
  return (
    <>
      <Picker label={label} text={text} fills>
        {(close) => (
          <Lazily>
            <PropertyPicker
              projectId={projectId}
              kinds={['event', 'person', 'session', 'group', 'cohort', 'hogql']}
              onPick={({ key, kind, groupTypeIndex }) => {
                if (kind === 'hogql' && key === '') return;
                close();
                const property = kind === 'cohort' ? Number(key) : key;
                const picked: Breakdown = { property, type: kind };
                onPick(
                  groupTypeIndex === undefined
                    ? picked
                    : { ...picked, group_type_index: groupTypeIndex },
                );
              }}
            />
          </Lazily>
        )}
      </Picker>
      <FailedNotice query={names} />
    </>
  );
}

function wordsOf(
  { property, type }: Breakdown,
  names: ReadonlyMap<string, string> | undefined,
): string {
  if (type === 'cohort') return `cohort ${names?.get(String(property)) ?? String(property)}`;
  return type === 'event' || type === null || type === undefined
    ? String(property)
    : `${type} ${String(property)}`;
}
