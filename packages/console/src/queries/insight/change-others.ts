import { defined } from './defined';
import { entityOf } from './retention-entity';
import type {
  LifecycleQuery,
  PathsFilter,
  PathsQuery,
  RetentionFilter,
  RetentionQuery,
  SeriesNode,
  StickinessFilter,
  StickinessQuery,
} from './types';

export function setRetention(query: RetentionQuery, change: RetentionFilter): RetentionQuery {
  return { ...query, retentionFilter: defined({ ...query.retentionFilter, ...change }) };
}

/** Replaces the event or action that starts retention or counts as a return; filters are kept. */
export function setRetentionEntity(
  query: RetentionQuery,
  name: 'targetEntity' | 'returningEntity',
  node: SeriesNode,
): RetentionQuery {
  const properties = query.retentionFilter[name]?.properties ?? undefined;
  return setRetention(query, { [name]: defined({ properties, ...entityOf(node) }) });
}

const LETTERS = { Hour: 'h', Day: 'd', Week: 'w', Month: 'm' } as const;

/**
 * Sets the period and the number of columns. The range gets the same number of periods, so that the table is a
 * triangle.
 */
export function setRetentionPeriod(
  query: RetentionQuery,
  period: keyof typeof LETTERS,
  totalIntervals: number,
): RetentionQuery {
  const changed = setRetention(query, { period, totalIntervals });
  const dateRange = { date_from: `-${totalIntervals - 1}${LETTERS[period]}` };
  return { ...changed, dateRange };
}

export function setPaths(query: PathsQuery, change: PathsFilter): PathsQuery {
  return { ...query, pathsFilter: defined({ ...query.pathsFilter, ...change }) };
}

export function setStickiness(query: StickinessQuery, change: StickinessFilter): StickinessQuery {
  const filter = defined({ ...query.stickinessFilter, ...change });
  const isEmpty = Object.keys(filter).length === 0;
  return defined({ ...query, stickinessFilter: isEmpty ? undefined : filter });
}

type Status = NonNullable<
  NonNullable<NonNullable<LifecycleQuery['lifecycleFilter']>['toggledLifecycles']>[number]
>;

export const LIFECYCLE_STATUSES: readonly Status[] = [
  'new',
  'returning',
  'resurrecting',
  'dormant',
];

/** Sets the shown statuses. If all are chosen, the field is omitted. */
export function setStatuses(query: LifecycleQuery, shown: readonly Status[]): LifecycleQuery {
  const isAll = shown.length === LIFECYCLE_STATUSES.length;
  const lifecycleFilter = defined({
    ...query.lifecycleFilter,
    toggledLifecycles: isAll ? undefined : [...shown],
  });
  return { ...query, lifecycleFilter };
}

/** The shown statuses. */
export function statusesOf(query: LifecycleQuery): readonly Status[] {
  return query.lifecycleFilter?.toggledLifecycles ?? LIFECYCLE_STATUSES;
}
