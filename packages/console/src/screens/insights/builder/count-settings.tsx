import {
  LIFECYCLE_STATUSES,
  setStatuses,
  setStickiness,
  statusesOf,
} from '../../../queries/insight/change-others';
import { statusWords } from '../../../queries/insight/shape-counts';
import type { LifecycleQuery, StickinessQuery } from '../../../queries/insight/types';
import { Checkbox, SelectField } from '../../../ui/field/field';
import type { BuilderProps } from './builder-props';
import styles from './builder.module.css';
import { NumberField } from './number-field';

const OPERATORS = [
  { value: 'gte', label: 'at least' },
  { value: 'exact', label: 'exactly' },
  { value: 'lte', label: 'at most' },
] as const;

const MOST_EVENTS = 100_000;

/** The statuses that a lifecycle shows, or the activity that stickiness counts. */
export default function CountSettings({
  query,
  onChange,
}: BuilderProps<LifecycleQuery | StickinessQuery>) {
  return query.kind === 'LifecycleQuery' ? (
    <Statuses query={query} onChange={onChange} />
  ) : (
    <Activity query={query} onChange={onChange} />
  );
}

function Statuses({ query, onChange }: BuilderProps<LifecycleQuery>) {
  const shown = statusesOf(query);
  return (
    <section className={styles.section} aria-label="Statuses">
      <h2>Show</h2>
      {LIFECYCLE_STATUSES.map((status) => (
        <Checkbox
          key={status}
          label={statusWords(status)}
          checked={shown.includes(status)}
          onChange={(isOn) =>
            onChange(
              setStatuses(
                query,
                LIFECYCLE_STATUSES.filter((one) => (one === status ? isOn : shown.includes(one))),
              ),
            )
          }
        />
      ))}
    </section>
  );
}

function Activity({ query, onChange }: BuilderProps<StickinessQuery>) {
  const criteria = query.stickinessFilter?.stickinessCriteria ?? { operator: 'gte', value: 1 };
  return (
    <section className={styles.section} aria-label="Activity">
      <h2>Active in an interval means</h2>
      <div className={styles.pair}>
        <SelectField
          label="Events"
          value={criteria.operator}
          options={OPERATORS}
          onChange={(operator) =>
            onChange(setStickiness(query, { stickinessCriteria: { ...criteria, operator } }))
          }
        />
        <NumberField
          label="Number"
          value={criteria.value}
          most={MOST_EVENTS}
          onDone={(value) =>
            onChange(setStickiness(query, { stickinessCriteria: { ...criteria, value } }))
          }
        />
      </div>
      <Checkbox
        label="Count people who were active in at least this many intervals"
        checked={query.stickinessFilter?.computedAs === 'cumulative'}
        onChange={(isOn) =>
          onChange(setStickiness(query, { computedAs: isOn ? 'cumulative' : undefined }))
        }
      />
    </section>
  );
}
