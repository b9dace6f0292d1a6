import type { TrendsDisplay, TrendsQuery } from '@tidemark/contracts';
import { DEFAULT_BREAKDOWN_LIMIT } from '../breakdown/markers';

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

/** How many breakdown values are shown; a map has room for every country. */
export function breakdownLimitOf(query: TrendsQuery): number {
  const usual = displayOf(query) === 'WorldMap' ? WORLD_MAP_LIMIT : DEFAULT_BREAKDOWN_LIMIT;
  return query.breakdownFilter?.breakdown_limit ?? usual;
}
