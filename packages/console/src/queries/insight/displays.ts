import type { Display, TrendsQuery } from './types';

/** How a display is drawn: over time, or as one number per series. */
export type Drawn =
  | { readonly over: 'time'; readonly kind: 'line' | 'stacked-area' | 'bars' | 'table' }
  | { readonly over: 'total'; readonly kind: 'number' | 'bars' };

const DRAWN: Partial<Record<Display, Drawn>> = {
  Auto: { over: 'time', kind: 'line' },
  ActionsLineGraph: { over: 'time', kind: 'line' },
  ActionsLineGraphCumulative: { over: 'time', kind: 'line' },
  ActionsAreaGraph: { over: 'time', kind: 'stacked-area' },
  ActionsBar: { over: 'time', kind: 'bars' },
  ActionsStackedBar: { over: 'time', kind: 'bars' },
  BoldNumber: { over: 'total', kind: 'number' },
  ActionsBarValue: { over: 'total', kind: 'bars' },
  ActionsPie: { over: 'total', kind: 'bars' },
  ActionsTable: { over: 'total', kind: 'bars' },
  WorldMap: { over: 'total', kind: 'bars' },
};

/** How the display of a query is drawn; null for one that the console cannot draw. */
export function drawnAs(query: TrendsQuery): Drawn | null {
  return DRAWN[query.trendsFilter?.display ?? 'ActionsLineGraph'] ?? null;
}

interface DisplayChoice {
  readonly value: Display;
  readonly label: string;
}

/** Displays of the picker. */
export const DISPLAYS: readonly DisplayChoice[] = [
  { value: 'ActionsLineGraph', label: 'Lines' },
  { value: 'ActionsLineGraphCumulative', label: 'Lines, cumulative' },
  { value: 'ActionsAreaGraph', label: 'Areas, stacked' },
  { value: 'ActionsBar', label: 'Bars, stacked' },
  { value: 'BoldNumber', label: 'Number' },
  { value: 'ActionsBarValue', label: 'Bar per series' },
];

/** Whether the sums of the buckets of every series mean something: counts and sums do, statistics do not. */
export function canAddUp(query: TrendsQuery): boolean {
  if (query.trendsFilter?.display === 'ActionsLineGraphCumulative') return false;
  const { formula, formulas, formulaNodes } = query.trendsFilter ?? {};
  if (formula || formulas?.length || formulaNodes?.length) return false;
  return query.series.every(({ math }) => ['total', 'sum'].includes(math ?? 'total'));
}
