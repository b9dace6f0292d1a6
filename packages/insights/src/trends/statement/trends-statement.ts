import type { TrendsQuery } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import type { BreakdownRanking } from '../../breakdown/compose-lines';
import { withBreakdown, withoutBreakdown } from '../../breakdown/compose-lines';
import { DEFAULT_BREAKDOWN_LIMIT } from '../../breakdown/markers';
import { displayOf, showsTotals } from '../plan/display';
import type { TrendsPlan } from '../plan/trends-plan';

/** One row per line and breakdown value, from the statements of all lines. */
export function trendsStatement(
  { query, breakdown }: TrendsPlan,
  lines: readonly Statement[],
): Statement {
  return breakdown.kind === 'properties'
    ? withBreakdown(lines, rankingOf(query, breakdown.parts.length))
    : withoutBreakdown(lines);
}

const WORLD_MAP_LIMIT = 250;

/**
 * The ranking of breakdown values. For totals a missing value is ranked by its size like any other; for lines it is
 * dropped first, whatever its size.
 */
export function rankingOf(query: TrendsQuery, parts: number): BreakdownRanking {
  return { limit: breakdownLimitOf(query), parts, ranksMissing: showsTotals(query) };
}

/** The number of breakdown values that are shown; a map always has room for every country. */
function breakdownLimitOf(query: TrendsQuery): number {
  if (displayOf(query) === 'WorldMap') return WORLD_MAP_LIMIT;
  return query.breakdownFilter?.breakdown_limit ?? DEFAULT_BREAKDOWN_LIMIT;
}
