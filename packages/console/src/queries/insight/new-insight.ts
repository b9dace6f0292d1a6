import { defined } from './defined';
import { entityOf, nodeOfEntity } from './retention-entity';
import type {
  FunnelsQuery,
  InsightQuery,
  Interval,
  LifecycleQuery,
  PathsQuery,
  RetentionQuery,
  SeriesNode,
  StickinessQuery,
  TrendsQuery,
} from './types';
import { hasSeries } from './types';

const RANGE = { date_from: '-30d' };
const ANY_EVENT: SeriesNode = { kind: 'EventsNode', event: null, name: 'All events' };

export function newTrends(): TrendsQuery {
  return {
    kind: 'TrendsQuery',
    series: [{ ...ANY_EVENT, math: 'total' }],
    interval: 'day',
    dateRange: RANGE,
  };
}

export function newFunnel(): FunnelsQuery {
  return { kind: 'FunnelsQuery', series: [], dateRange: RANGE };
}

export function newLifecycle(): LifecycleQuery {
  return { kind: 'LifecycleQuery', series: [ANY_EVENT], interval: 'week', dateRange: RANGE };
}

export function newStickiness(): StickinessQuery {
  return { kind: 'StickinessQuery', series: [ANY_EVENT], interval: 'day', dateRange: RANGE };
}

export function newRetention(): RetentionQuery {
  const retentionFilter = {
    targetEntity: entityOf(ANY_EVENT),
    returningEntity: entityOf(ANY_EVENT),
    period: 'Week' as const,
    totalIntervals: 8,
    retentionType: 'retention_first_time' as const,
  };
  return { kind: 'RetentionQuery', retentionFilter, dateRange: { date_from: '-7w' } };
}

export function newPaths(): PathsQuery {
  const pathsFilter = { includeEventTypes: ['$pageview' as const], stepLimit: 5, edgeLimit: 50 };
  return { kind: 'PathsQuery', pathsFilter, dateRange: RANGE };
}

/**
 * Converts an insight to another kind with the same events, range and filters; fields that the new kind lacks are
 * dropped.
 */
export function asKind(query: InsightQuery, kind: InsightQuery['kind']): InsightQuery {
  if (query.kind === kind) return query;
  const { dateRange, properties, filterTestAccounts, samplingFactor } = query;
  const shared = defined({ dateRange, properties, filterTestAccounts, samplingFactor });
  const nodes = nodesOf(query);
  const interval = (hasSeries(query) ? query.interval : null) ?? 'day';
  switch (kind) {
    case 'TrendsQuery':
      return { ...shared, kind, series: orAny(nodes, newTrends().series), interval };
    case 'FunnelsQuery':
      return { ...shared, kind, series: nodes.map(withoutMath) };
    case 'LifecycleQuery':
    case 'StickinessQuery':
      return withSeries(kind, shared, orAny(nodes, [ANY_EVENT]).map(withoutMath), interval);
    case 'RetentionQuery':
      return { ...newRetention(), ...shared, retentionFilter: retentionOf(nodes) };
    case 'PathsQuery':
      return { ...newPaths(), ...shared };
  }
}

function withSeries(
  kind: 'LifecycleQuery' | 'StickinessQuery',
  shared: Partial<LifecycleQuery>,
  series: SeriesNode[],
  interval: Interval,
): InsightQuery {
  if (kind === 'LifecycleQuery') return { ...shared, kind, series: series.slice(0, 1), interval };
  // Each series of a stickiness query has a group type of its own.
  const { aggregation_group_type_index: _, ...rest } = shared;
  return { ...rest, kind, series, interval };
}

/** The events and actions of a query. */
function nodesOf(query: InsightQuery): readonly SeriesNode[] {
  if (hasSeries(query)) return query.series;
  if (query.kind === 'PathsQuery') return [];
  const { targetEntity, returningEntity } = query.retentionFilter;
  const [target, returning] = [targetEntity, returningEntity].map(nodeOfEntity);
  if (target === undefined || returning === undefined) return [];
  return JSON.stringify(target) === JSON.stringify(returning) ? [target] : [target, returning];
}

function orAny(nodes: readonly SeriesNode[], others: readonly SeriesNode[]): SeriesNode[] {
  return [...(nodes.length > 0 ? nodes : others)];
}

function retentionOf([
  target,
  returning,
]: readonly SeriesNode[]): RetentionQuery['retentionFilter'] {
  const { retentionFilter } = newRetention();
  if (target === undefined) return retentionFilter;
  return {
    ...retentionFilter,
    targetEntity: entityOf(target),
    returningEntity: entityOf(returning ?? target),
  };
}

/** Other kinds count actors, so the math of a trends series does not apply to them. */
function withoutMath(node: SeriesNode): SeriesNode {
  const entries = Object.entries(node).filter(([key]) => !key.startsWith('math'));
  return Object.fromEntries(entries) as unknown as SeriesNode;
}
