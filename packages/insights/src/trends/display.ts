import type { TrendsDisplay, TrendsQuery } from '@tidemark/contracts';
import { DEFAULT_BREAKDOWN_LIMIT } from '../breakdown/markers';
import type { BreakdownRanking } from '../sql/compose-lines';

const TOTALS: ReadonlySet<TrendsDisplay> = new Set([
  'BoldNumber',
  'ActionsPie',
  'ActionsBarValue',
  'ActionsTable',
  'WorldMap',
  'Progress',
]);

const WORLD_MAP_LIMIT = 250;

export function displayOf({ trendsFilter }: TrendsQuery): TrendsDisplay {
  return trendsFilter?.display ?? 'ActionsLineGraph';
}

/** Whether one number per line is shown instead of a series (`wire/insights.md` §3.3). */
export function showsTotals(query: TrendsQuery): boolean {
  return TOTALS.has(displayOf(query));
}

export function isCumulative(query: TrendsQuery): boolean {
  return displayOf(query) === 'ActionsLineGraphCumulative';
}

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
