import type { PathsQuery, SeriesNode } from '@tidemark/contracts';
import { rangeOfQuery } from '../date-range/range-of-query';
import { resolvedOf } from '../date-range/resolved';
import type { InsightContext } from '../insight/context';
import type { InsightPlan, ResolvedDateRange, Rows } from '../insight/plan';
import { unsampled } from '../series/query-filters';
import { pathsStatement } from './statement';

interface PathEdge {
  /** `<position>_<item>`. */
  readonly source: string;
  readonly target: string;
  /** The number of times the edge was followed. */
  readonly value: number;
  /** Milliseconds. */
  readonly average_conversion_time: number;
}

export interface PathsResponse {
  readonly results: readonly PathEdge[];
  readonly resolved_date_range: ResolvedDateRange;
}

/** PathsQuery: the paths of actors (`docs/wire/insights-others.md#paths`). @throws InsightError */
export function planPaths(query: PathsQuery, context: InsightContext): InsightPlan<PathsResponse> {
  const range = rangeOfQuery(query.dateRange, 'day', context);
  return {
    statements: [pathsStatement(query, range, context)],
    shape: ([rows = []]) => ({
      results: reachable(edgesOf(rows, query)),
      resolved_date_range: resolvedOf(range),
    }),
  };
}

function edgesOf(rows: Rows, { samplingFactor }: PathsQuery): PathEdge[] {
  return rows.map(([source, target, value, duration]) => ({
    source: String(source),
    target: String(target),
    value: unsampled(Number(value), samplingFactor),
    average_conversion_time: Number(duration),
  }));
}

/** The edges that are connected to a first item; the limit may have removed the edges between. */
function reachable(edges: readonly PathEdge[]): PathEdge[] {
  const reached = new Set(
    edges.filter(({ source }) => source.startsWith('1_')).map(({ source }) => source),
  );
  const byDepth = [...edges].sort((one, other) => depthOf(one) - depthOf(other));
  for (const { source, target } of byDepth) if (reached.has(source)) reached.add(target);
  return edges.filter(({ source }) => reached.has(source));
}

function depthOf({ source }: PathEdge): number {
  return Number.parseInt(source, 10);
}

/** Events and actions that a query names: those of the funnel of its paths. */
export function pathSeries({ funnelPathsFilter }: PathsQuery): readonly SeriesNode[] {
  if (funnelPathsFilter === null || funnelPathsFilter === undefined) return [];
  const { series, funnelsFilter } = funnelPathsFilter.funnelSource;
  return [...series, ...(funnelsFilter?.exclusions ?? [])];
}
