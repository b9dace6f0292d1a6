import {
  asKind,
  filterList,
  setFilters,
  setTestAccounts,
} from '../../../queries/insight/change-insight';
import { useProjectId } from '../../../session/me';
import { Checkbox } from '../../../ui/field/field';
import { FilterBar } from '../../../ui/filters/filter-bar';
import { Notice } from '../../../ui/state/states';
import { BreakdownField } from './breakdown-field';
import type { BuilderProps } from './builder-props';
import styles from './builder.module.css';
import { FunnelSettings } from './funnel-settings';
import { SeriesList } from './series-list';
import { TrendsSettings } from './trends-settings';

const KINDS = [
  { kind: 'TrendsQuery', label: 'Trends' },
  { kind: 'FunnelsQuery', label: 'Funnel' },
] as const;

/** What is counted and how: a face of the query, which holds all of its state. */
export function Builder({ query, onChange }: BuilderProps) {
  return (
    <div className={styles.builder}>
      <div role="group" aria-label="Kind of insight" className={styles.kinds}>
        {KINDS.map(({ kind, label }) => (
          <button
            key={kind}
            type="button"
            className={styles.kind}
            aria-pressed={query.kind === kind}
            onClick={() => {
              if (query.kind !== kind) onChange(asKind(query, kind));
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <section className={styles.section} aria-label="Series">
        <h2>{query.kind === 'FunnelsQuery' ? 'Steps' : 'Series'}</h2>
        <SeriesList query={query} onChange={onChange} />
      </section>
      {query.kind === 'TrendsQuery' ? (
        <TrendsSettings query={query} onChange={onChange} />
      ) : (
        <FunnelSettings query={query} onChange={onChange} />
      )}
      <section className={styles.section} aria-label="Filters of all series">
        <h2>Filters</h2>
        <Filters query={query} onChange={onChange} />
      </section>
      <section className={styles.section} aria-label="Breakdown">
        <h2>Breakdown</h2>
        <BreakdownField query={query} onChange={onChange} />
      </section>
    </div>
  );
}

function Filters({ query, onChange }: BuilderProps) {
  const projectId = useProjectId();
  const filters = filterList(query.properties);
  const eventNames = query.series.flatMap((node) =>
    node.kind === 'EventsNode' && typeof node.event === 'string' ? [node.event] : [],
  );
  return (
    <>
      {filters === null ? (
        <Notice kind="info">
          This query has groups of filters. They apply, and cannot be changed here.
        </Notice>
      ) : (
        <FilterBar
          projectId={projectId}
          label="Filters of all series"
          filters={filters}
          eventNames={eventNames}
          onChange={(next) => onChange(setFilters(query, next))}
        />
      )}
      <Checkbox
        label="Leave out test accounts"
        checked={query.filterTestAccounts === true}
        onChange={(areLeftOut) => onChange(setTestAccounts(query, areLeftOut))}
      />
    </>
  );
}
