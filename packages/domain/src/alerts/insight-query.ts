import type { AlertConfig } from '@tidemark/contracts';
import type { JsonObject } from '../json/json-object';
import { isObject } from '../json/json-object';

/** Displays of trends that show one total instead of a line. */
const TOTALS: ReadonlySet<unknown> = new Set([
  'BoldNumber',
  'ActionsPie',
  'ActionsBarValue',
  'ActionsTable',
  'WorldMap',
  'Progress',
]);
/** Displays that show neither a line nor a total. */
const OTHERS: ReadonlySet<unknown> = new Set(['CalendarHeatmap', 'BoxPlot', 'SlopeGraph']);

/** The type of an insight, as far as alerts distinguish it; null if an alert cannot watch it. */
export type InsightShape =
  | { readonly config: 'TrendsAlertConfig'; readonly overTime: boolean; readonly series: number }
  | { readonly config: 'FunnelsAlertConfig'; readonly overTime: boolean; readonly series: number }
  | { readonly config: 'HogQLAlertConfig'; readonly overTime: false; readonly series: 1 }
  | null;

/** The shape of a query that is not wrapped in another one; null if an alert cannot watch it. */
export function shapeOf(query: JsonObject): InsightShape {
  const series = Array.isArray(query['series']) ? query['series'].length : 0;
  switch (query['kind']) {
    case 'TrendsQuery':
      return trendsShape(query, series);
    case 'FunnelsQuery': {
      const viz = filterOf(query, 'funnelsFilter')['funnelVizType'] ?? 'steps';
      if (viz !== 'steps' && viz !== 'trends') return null;
      return { config: 'FunnelsAlertConfig', overTime: viz === 'trends', series };
    }
    case 'HogQLQuery':
      return { config: 'HogQLAlertConfig', overTime: false, series: 1 };
    default:
      return null;
  }
}

function trendsShape(query: JsonObject, series: number): InsightShape {
  const filter = filterOf(query, 'trendsFilter');
  if (OTHERS.has(filter['display'])) return null;
  const formulas = [filter['formulaNodes'], filter['formulas']].find(
    (list) => Array.isArray(list) && list.length > 0,
  );
  const single = typeof filter['formula'] === 'string' && filter['formula'] !== '';
  return {
    config: 'TrendsAlertConfig',
    overTime: !TOTALS.has(filter['display']),
    series: Array.isArray(formulas) ? formulas.length : single ? 1 : series,
  };
}

function filterOf(query: JsonObject, name: string): JsonObject {
  const filter = query[name];
  return isObject(filter) ? filter : {};
}

/** The interval of a query over time. */
export function intervalOf(query: JsonObject): string {
  const interval = query['interval'];
  return typeof interval === 'string' ? interval : 'day';
}

/** The configuration of an alert that was created without one. */
export function defaultConfig(type: AlertConfig['type']): AlertConfig {
  return { type };
}
