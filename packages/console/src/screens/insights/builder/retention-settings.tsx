import { lazy } from 'react';
import { filterList } from '../../../queries/insight/change-insight';
import {
  setRetention,
  setRetentionEntity,
  setRetentionPeriod,
} from '../../../queries/insight/change-others';
import { nodeOfEntity } from '../../../queries/insight/retention-entity';
import { seriesName } from '../../../queries/insight/series-names';
import type { RetentionFilter, RetentionQuery } from '../../../queries/insight/types';
import { useProjectId } from '../../../session/me';
import { Checkbox, SelectField } from '../../../ui/field/field';
import { FilterBar } from '../../../ui/filters/filter-bar';
import { Notice } from '../../../ui/state/states';
import { Lazily } from '../../../ui/state/lazily';
import type { BuilderProps } from './builder-props';
import styles from './builder.module.css';
import { NumberField } from './number-field';

// Loaded when a list is opened.
const EntityPicker = lazy(async () => ({
  default: (await import('../../../ui/picker/entity-picker')).EntityPicker,
}));

const PERIODS = [
  { value: 'Hour', label: 'Hours' },
  { value: 'Day', label: 'Days' },
  { value: 'Week', label: 'Weeks' },
  { value: 'Month', label: 'Months' },
] as const;

const TYPES = [
  { value: 'retention_first_time', label: 'For the first time, with these filters' },
  { value: 'retention_first_ever_occurrence', label: 'For the first time ever' },
  { value: 'retention_recurring', label: 'Each time' },
] as const;

const REFERENCES = [
  { value: 'total', label: 'Percentage of all who started' },
  { value: 'previous', label: 'Percentage of the previous column' },
] as const;

const WINDOWS = [
  { value: 'strict_calendar_dates', label: 'Calendar periods' },
  { value: '24_hour_windows', label: 'Time since the person started' },
] as const;

const DEFAULT_COLUMNS = 8;
const MOST_COLUMNS = 100;
const MOST_OCCURRENCES = 1_000;

/** The starting event, the returning event, and the layout of the table. */
export default function RetentionSettings({ query, onChange }: BuilderProps<RetentionQuery>) {
  const filter = query.retentionFilter;
  const change = (next: RetentionFilter): void => onChange(setRetention(query, next));
  const period = filter.period ?? 'Day';
  const columns = filter.totalIntervals ?? DEFAULT_COLUMNS;
  const isRolling = filter.timeWindowMode === '24_hour_windows';
  return (
    <>
      <section className={styles.section} aria-label="Events">
        <h2>People who did</h2>
        <EntityRow query={query} onChange={onChange} name="targetEntity" label="First event" />
        <SelectField
          label="Counted by"
          value={filter.retentionType ?? 'retention_recurring'}
          options={TYPES}
          onChange={(retentionType) => change({ retentionType })}
        />
        <h2>And returned to do</h2>
        <EntityRow
          query={query}
          onChange={onChange}
          name="returningEntity"
          label="Returning event"
        />
        <NumberField
          label="Minimum number of times"
          value={filter.minimumOccurrences ?? 1}
          most={MOST_OCCURRENCES}
          onDone={(minimumOccurrences) => change({ minimumOccurrences })}
        />
      </section>
      <section className={styles.section} aria-label="Table">
        <h2>Table</h2>
        <div className={styles.pair}>
          <NumberField
            label="Number of periods"
            value={columns}
            least={2}
            most={MOST_COLUMNS}
            onDone={(count) => onChange(setRetentionPeriod(query, period, count))}
          />
          <SelectField
            label="Period"
            value={period}
            options={PERIODS}
            onChange={(next) => onChange(setRetentionPeriod(query, next, columns))}
          />
        </div>
        <SelectField
          label="Shares"
          value={filter.retentionReference ?? 'total'}
          options={REFERENCES}
          onChange={(retentionReference) => change({ retentionReference })}
        />
        <SelectField
          label="Period boundaries"
          value={filter.timeWindowMode ?? 'strict_calendar_dates'}
          options={WINDOWS}
          onChange={(timeWindowMode) =>
            change({
              timeWindowMode,
              ...(timeWindowMode === '24_hour_windows' ? { cumulative: undefined } : {}),
            })
          }
        />
        {!isRolling && (
          <Checkbox
            label="In this period or later (cumulative)"
            checked={filter.cumulative === true}
            onChange={(isOn) => change({ cumulative: isOn ? true : undefined })}
          />
        )}
      </section>
    </>
  );
}

function EntityRow(
  props: BuilderProps<RetentionQuery> & {
    readonly name: 'targetEntity' | 'returningEntity';
    readonly label: string;
  },
) {
  const { query, onChange, name, label } = props;
  const projectId = useProjectId();
  const entity = query.retentionFilter[name];
  const node = nodeOfEntity(entity);
  const filters = filterList(node.properties);
  return (
    <div className={styles.row} role="group" aria-label={label}>
      <Lazily>
        <EntityPicker
          projectId={projectId}
          label={label}
          text={seriesName(node)}
          fills
          onPick={(picked) => onChange(setRetentionEntity(query, name, picked))}
        />
      </Lazily>
      {filters === null ? (
        <Notice kind="info">Groups of filters apply to this event.</Notice>
      ) : (
        <FilterBar
          projectId={projectId}
          label={`Filters of ${label.toLowerCase()}`}
          filters={filters}
          eventNames={node.kind === 'EventsNode' && node.event ? [node.event] : []}
          onChange={(next) =>
            onChange(
              setRetention(query, {
                [name]: { ...entity, properties: next.length === 0 ? undefined : [...next] },
              }),
            )
          }
        />
      )}
    </div>
  );
}
