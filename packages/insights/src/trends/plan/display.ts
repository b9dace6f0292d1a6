import type { TrendsDisplay, TrendsQuery } from '@tidemark/contracts';

const TOTALS: ReadonlySet<TrendsDisplay> = new Set([
  'BoldNumber',
  'ActionsPie',
  'ActionsBarValue',
  'ActionsTable',
  'WorldMap',
  'Progress',
]);

export function displayOf({ trendsFilter }: TrendsQuery): TrendsDisplay {
  return trendsFilter?.display ?? 'ActionsLineGraph';
}

/** Whether one number per line is shown instead of a series (`docs/wire/insights-trends.md#display-total`). */
export function showsTotals(query: TrendsQuery): boolean {
  return TOTALS.has(displayOf(query));
}

export function isCumulative(query: TrendsQuery): boolean {
  return displayOf(query) === 'ActionsLineGraphCumulative';
}
