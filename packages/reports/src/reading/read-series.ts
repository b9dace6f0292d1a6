import type { Chart } from './chart';
import type { JsonObject } from './json';
import { isObject, listOf, numberOf, objectsOf, textOf } from './json';
import type { InsightReading } from './reading';
import { tableOf } from './table';

/** Displays of trends that show one total for each series. */
const TOTALS: ReadonlySet<unknown> = new Set([
  'BoldNumber',
  'ActionsPie',
  'ActionsBarValue',
  'ActionsTable',
  'WorldMap',
]);
const BARS: ReadonlySet<unknown> = new Set(['ActionsBar', 'ActionsStackedBar']);
const AREAS: ReadonlySet<unknown> = new Set(['ActionsAreaGraph', 'ActionsLineGraphCumulative']);
/** The maximum number of series that can be distinguished in a chart. */
const MAX_LINES = 12;
const MAX_SLICES = 20;

/** Reads trends, stickiness, lifecycle and funnels over time: lines of numbers, or one total per series. */
export function readSeries(query: JsonObject, results: unknown): InsightReading {
  const lines = objectsOf(results);
  const display = displayOf(query);
  const isOverTime = lines.some((line) => listOf(line['data']).length > 0);
  return isOverTime && !TOTALS.has(display)
    ? readLines(query, lines, display)
    : readTotals(lines, display);
}

function readLines(
  query: JsonObject,
  lines: readonly JsonObject[],
  display: unknown,
): InsightReading {
  const longest = lines.reduce<readonly unknown[]>((found, line) => {
    const labels = labelsOf(line);
    return labels.length > found.length ? labels : found;
  }, []);
  const labels = longest.map(textOf);
  const values = lines.map((line) => listOf(line['data']).map(numberOf));
  const names = lines.map(nameOf);
  const rows = labels.map((label, index) => [label, ...values.map((row) => row[index] ?? null)]);
  const chart: Chart = {
    shape: shapeOf(query, display),
    labels,
    series: lines.slice(0, MAX_LINES).map((line, index) => ({
      name: names[index] ?? '',
      values: values[index] ?? [],
      isPrevious: line['compare_label'] === 'previous',
    })),
    unit: query['kind'] === 'FunnelsQuery' ? ' %' : '',
  };
  const first = query['kind'] === 'StickinessQuery' ? 'Intervals' : 'Date';
  return {
    table: tableOf([first, ...names], rows, 'last'),
    chart: labels.length > 0 ? chart : null,
  };
}

function readTotals(lines: readonly JsonObject[], display: unknown): InsightReading {
  const rows = lines.map((line): [string, number | null] => [
    nameOf(line),
    numberOf(line['aggregated_value']) ?? numberOf(line['count']),
  ]);
  const table = tableOf(['Series', 'Value'], rows);
  if (display === 'BoldNumber' || display === 'ActionsTable' || rows.length === 0) {
    return { table, chart: null };
  }
  const shown = rows.slice(0, MAX_SLICES);
  return {
    table,
    chart: {
      shape: display === 'ActionsPie' ? 'pie' : 'rows',
      labels: shown.map(([name]) => name),
      series: [{ name: 'Value', values: shown.map(([, value]) => value), isPrevious: false }],
      unit: '',
    },
  };
}

function shapeOf(query: JsonObject, display: unknown): Chart['shape'] {
  if (query['kind'] === 'LifecycleQuery') return 'stacked';
  if (BARS.has(display)) return 'stacked';
  if (display === 'ActionsUnstackedBar') return 'bar';
  return AREAS.has(display) ? 'area' : 'line';
}

/** The days of trends, or the numbers of intervals of stickiness. */
function labelsOf(line: JsonObject): readonly unknown[] {
  const days = listOf(line['days']);
  return days.length > 0 ? days : listOf(line['labels']);
}

function nameOf(line: JsonObject): string {
  const { action } = line;
  const custom = isObject(action) ? action['custom_name'] : null;
  const breakdown = textOf(line['breakdown_value']);
  const label = textOf(line['label']) || 'Series';
  const base = typeof custom === 'string' && custom !== '' && breakdown === '' ? custom : label;
  const status = line['status'];
  const name = typeof status === 'string' && !base.includes(status) ? `${base} – ${status}` : base;
  return line['compare_label'] === 'previous' ? `${name} (previous period)` : name;
}

function displayOf(query: JsonObject): unknown {
  const filters = ['trendsFilter', 'stickinessFilter'].map((name) => query[name]).filter(isObject);
  return filters.map((filter) => filter['display']).find((display) => display !== undefined);
}
