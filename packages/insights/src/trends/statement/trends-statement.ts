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
 * Which breakdown values are shown. Totals without a value are cut off by their size like any other; lines without
 * one go first, whatever their size.
 */
export function rankingOf(query: TrendsQuery, parts: number): BreakdownRanking {
  return { limit: breakdownLimitOf(query), parts, ranksMissing: showsTotals(query) };
}

/** How many breakdown values are shown; a map always has room for every country. */
function breakdownLimitOf(query: TrendsQuery): number {
  if (displayOf(query) === 'WorldMap') return WORLD_MAP_LIMIT;
  return query.breakdownFilter?.breakdown_limit ?? DEFAULT_BREAKDOWN_LIMIT;
}
