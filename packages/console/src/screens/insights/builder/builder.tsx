import { lazy } from 'react';
import { canSplit } from '../../../queries/insight/change-breakdown';
import { filterList, setFilters, setTestAccounts } from '../../../queries/insight/change-insight';
import { asKind } from '../../../queries/insight/new-insight';
import { hasSeries } from '../../../queries/insight/types';
import { useProjectId } from '../../../session/me';
import { Checkbox } from '../../../ui/field/field';
import { FilterBar } from '../../../ui/filters/filter-bar';
import { Loading, Notice } from '../../../ui/state/states';
import { Lazily } from '../../../ui/state/lazily';
import { BreakdownFields } from './breakdown-fields';
import type { BuilderProps } from './builder-props';
import styles from './builder.module.css';
import { SeriesList } from './series-list';

// Each part is loaded when the first query of its kind is edited.
const TrendsSettings = lazy(() => import('./trends-settings'));
const FunnelSettings = lazy(() => import('./funnel-settings'));
const RetentionSettings = lazy(() => import('./retention-settings'));
const PathsSettings = lazy(() => import('./paths-settings'));
const CountSettings = lazy(() => import('./count-settings'));

const KINDS = [
  { kind: 'TrendsQuery', label: 'Trends' },
  { kind: 'FunnelsQuery', label: 'Funnel' },
  { kind: 'RetentionQuery', label: 'Retention' },
  { kind: 'PathsQuery', label: 'Paths' },
  { kind: 'LifecycleQuery', label: 'Lifecycle' },
  { kind: 'StickinessQuery', label: 'Stickiness' },
] as const;

/** The insight builder. The query is its only state. */
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
      {hasSeries(query) && (
        <section className={styles.section} aria-label="Series">
          <h2>{query.kind === 'FunnelsQuery' ? 'Steps' : 'Series'}</h2>
          <SeriesList query={query} onChange={onChange} />
        </section>
      )}
      <Lazily fallback={<Loading />}>
        <Settings query={query} onChange={onChange} />
      </Lazily>
      <section className={styles.section} aria-label="Filters of all series">
        <h2>Filters</h2>
        <Filters query={query} onChange={onChange} />
      </section>
      {canSplit(query) && (
        <section className={styles.section} aria-label="Breakdown">
          <h2>Breakdown</h2>
          <BreakdownFields query={query} onChange={onChange} />
        </section>
      )}
    </div>
  );
}

function Settings({ query, onChange }: BuilderProps) {
  switch (query.kind) {
    case 'TrendsQuery':
      return <TrendsSettings query={query} onChange={onChange} />;
    case 'FunnelsQuery':
      return <FunnelSettings query={query} onChange={onChange} />;
    case 'RetentionQuery':
      return <RetentionSettings query={query} onChange={onChange} />;
    case 'PathsQuery':
      return <PathsSettings query={query} onChange={onChange} />;
    case 'LifecycleQuery':
    case 'StickinessQuery':
      return <CountSettings query={query} onChange={onChange} />;
  }
}

function Filters({ query, onChange }: BuilderProps) {
  const projectId = useProjectId();
  const filters = filterList(query.properties);
  const nodes = hasSeries(query) ? query.series : [];
  const eventNames = nodes.flatMap((node) =>
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
        label="Exclude test accounts"
        checked={query.filterTestAccounts === true}
        onChange={(areLeftOut) => onChange(setTestAccounts(query, areLeftOut))}
      />
    </>
  );
}
