import type { Display, TrendsQuery } from './types';

/** How a display is drawn: over time, as one number per series, or in a form of its own. */
export type Drawn =
  | { readonly over: 'time'; readonly kind: 'line' | 'stacked-area' | 'bars' | 'grouped-bars' }
  | { readonly over: 'total'; readonly kind: 'number' | 'bars' | 'table' }
  | { readonly over: 'values'; readonly kind: 'box-plot' }
  | { readonly over: 'week'; readonly kind: 'heatmap' };

const DRAWN: Readonly<Record<Display, Drawn>> = {
  Auto: { over: 'time', kind: 'line' },
  ActionsLineGraph: { over: 'time', kind: 'line' },
  ActionsLineGraphCumulative: { over: 'time', kind: 'line' },
  ActionsAreaGraph: { over: 'time', kind: 'stacked-area' },
  ActionsBar: { over: 'time', kind: 'bars' },
  ActionsStackedBar: { over: 'time', kind: 'bars' },
  ActionsUnstackedBar: { over: 'time', kind: 'grouped-bars' },
  SlopeGraph: { over: 'time', kind: 'line' },
  BoldNumber: { over: 'total', kind: 'number' },
  ActionsTable: { over: 'total', kind: 'table' },
  ActionsBarValue: { over: 'total', kind: 'bars' },
  ActionsPie: { over: 'total', kind: 'bars' },
  WorldMap: { over: 'total', kind: 'bars' },
  Progress: { over: 'total', kind: 'bars' },
  BoxPlot: { over: 'values', kind: 'box-plot' },
  CalendarHeatmap: { over: 'week', kind: 'heatmap' },
};

/** How the display of a query is drawn; null for a display that the console does not know. */
export function drawnAs(query: TrendsQuery): Drawn | null {
  const display: string = query.trendsFilter?.display ?? 'ActionsLineGraph';
  return Object.hasOwn(DRAWN, display) ? DRAWN[display as Display] : null;
}

interface DisplayChoice {
  readonly value: Display;
  readonly label: string;
}

/** The displays that can be chosen. */
export const DISPLAYS: readonly DisplayChoice[] = [
  { value: 'ActionsLineGraph', label: 'Lines' },
  { value: 'ActionsLineGraphCumulative', label: 'Lines, cumulative' },
  { value: 'ActionsAreaGraph', label: 'Areas, stacked' },
  { value: 'ActionsBar', label: 'Bars, stacked' },
  { value: 'ActionsUnstackedBar', label: 'Bars, side by side' },
  { value: 'BoldNumber', label: 'Number' },
  { value: 'ActionsBarValue', label: 'Bar per series' },
  { value: 'ActionsTable', label: 'Table of totals' },
  { value: 'BoxPlot', label: 'Box plot of a property' },
  { value: 'CalendarHeatmap', label: 'Hours of the week' },
];

/** Whether the values of the buckets can be added up: counts and sums can, statistics and formulas cannot. */
export function canAddUp(query: TrendsQuery): boolean {
  if (query.trendsFilter?.display === 'ActionsLineGraphCumulative') return false;
  const { formula, formulas, formulaNodes } = query.trendsFilter ?? {};
  if (formula || formulas?.length || formulaNodes?.length) return false;
  return query.series.every(({ math }) => ['total', 'sum'].includes(math ?? 'total'));
}
