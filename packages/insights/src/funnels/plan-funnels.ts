import type { FunnelsQuery } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import { readBreakdown } from '../breakdown/parts';
import { rangeOfQuery } from '../date-range/range-of-query';
import { resolvedOf } from '../date-range/resolved';
import type { InsightContext } from '../insight-context';
import { InsightError } from '../insight-error';
import type { InsightPlan, ResolvedDateRange } from '../insight-plan';
import type { FunnelSettings } from './settings';
import { actorsOf } from './all-actors';
import type { FunnelShape } from './shape';
import { funnelSettings } from './settings';
import { stepsResults, stepsStatement } from './steps';
import { timeResults, timeStatement } from './time-to-convert';
import { trendResults, trendStatement } from './trends';

export interface FunnelsAnswer {
  readonly results: unknown;
  /** False: nothing leaves the engine to be computed. */
  readonly isUdf: false;
  readonly resolved_date_range: ResolvedDateRange;
}

/** FunnelsQuery: how far actors came (`wire/insights.md` §4). @throws InsightError */
export function planFunnels(
  query: FunnelsQuery,
  context: InsightContext,
): InsightPlan<FunnelsAnswer> {
  const settings = funnelSettings(query);
  for (const [index, node] of query.series.entries()) {
    if (node.kind === 'ActionsNode' && !context.actionNames.has(node.id)) {
      throw new InsightError(`Action ${node.id} does not exist`, `series.${index}.id`);
    }
  }
  const range = rangeOfQuery(query.dateRange, query.interval ?? 'day', context);
  const breakdown = readBreakdown(query.breakdownFilter, context.pathCleaning);
  const actors = actorsOf(query, settings, range, breakdown, context);
  const shape = { query, settings, range, breakdown, context };
  const [compiled, results] = viewOf(settings, shape, actors);
  return {
    statements: [compiled],
    answer: ([rows = []]) => ({
      results: results(rows),
      isUdf: false,
      resolved_date_range: resolvedOf(range),
    }),
  };
}

function viewOf(
  { view }: FunnelSettings,
  shape: FunnelShape,
  actors: Statement,
): [Statement, (rows: Parameters<typeof stepsResults>[0]) => unknown] {
  switch (view) {
    case 'steps':
      return [stepsStatement(shape, actors), (rows) => stepsResults(rows, shape)];
    case 'trends':
      return [trendStatement(shape, actors), (rows) => trendResults(rows, shape)];
    case 'time_to_convert':
      return [timeStatement(shape, actors), (rows) => timeResults(rows)];
  }
}
