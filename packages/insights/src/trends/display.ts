import type { TrendsDisplay, TrendsQuery } from '@tidemark/contracts';

const TOTALS: ReadonlySet<TrendsDisplay> = new Set([
  'BoldNumber',
  'ActionsPie',
  'ActionsBarValue',
  'ActionsTable',
  'WorldMap',
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

/** A map has room for every country. */
export function defaultLimitOf(query: TrendsQuery, usual: number): number {
  return displayOf(query) === 'WorldMap' ? WORLD_MAP_LIMIT : usual;
}
