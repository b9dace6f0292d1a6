import type { Filter, Interval, Measure, PropertyName, TimeRange } from '../draft';
import { eventCondition, filterCondition, timeConditions } from './conditions';
import { measureColumn } from './measure-sql';
import { columnName, propertyExpression } from './sql';

/** A number, optionally over time and optionally by the values of properties. */
export interface Trend {
  readonly events: readonly string[];
  readonly measure: Measure;
  readonly filters: readonly Filter[];
  readonly range: TimeRange;
  readonly interval: Interval | null;
  readonly breakdowns: readonly PropertyName[];
  /** The largest number of breakdown values; with an interval, in each interval. */
  readonly limit: number | null;
  /** Whether to compare with the previous period. */
  readonly compare: boolean;
}

const START_OF: Readonly<Record<Interval, string>> = {
  minute: 'toStartOfMinute',
  hour: 'toStartOfHour',
  day: 'toStartOfDay',
  week: 'toStartOfWeek',
  month: 'toStartOfMonth',
  quarter: 'toStartOfQuarter',
  year: 'toStartOfYear',
};
const MAX_ROWS = 1_000;
const MAX_VALUES = 100;

export function writeTrend(trend: Trend): string {
  const { interval, breakdowns, filters, events } = trend;
  const compared = trend.compare && trend.range.from !== null && trend.range.previousFrom !== null;
  const groups = [
    ...(interval === null || compared
      ? []
      : [{ expression: `${START_OF[interval]}(timestamp)`, name: interval as string }]),
    ...namedColumns(breakdowns),
  ];
  const measures = compared ? comparison(trend) : [measureColumn(trend.measure)];
  const range = compared ? { ...trend.range, from: trend.range.previousFrom } : trend.range;
  const conditions = [
    ...(events.length === 0 ? [] : [eventCondition(events)]),
    ...timeConditions(range),
    ...filters.map(filterCondition),
  ];
  const columns = [...groups, ...measures].map(({ expression, name }) =>
    expression === name ? expression : `${expression} AS ${name}`,
  );
  return [
    `SELECT ${columns.join(', ')}`,
    'FROM events',
    ...(conditions.length === 0 ? [] : [`WHERE ${conditions.join(' AND ')}`]),
    ...(groups.length === 0 ? [] : [`GROUP BY ${groups.map(({ name }) => name).join(', ')}`]),
    ...ending(trend, interval !== null && !compared, groups.length > 0, measures[0]?.name ?? ''),
  ].join('\n');
}

function ending(
  { breakdowns, interval, limit }: Trend,
  isSeries: boolean,
  isGrouped: boolean,
  measure: string,
): readonly string[] {
  if (!isGrouped) return [];
  if (!isSeries) return [`ORDER BY ${measure} DESC`, `LIMIT ${limit ?? MAX_VALUES}`];
  const name = interval ?? '';
  if (breakdowns.length === 0) return [`ORDER BY ${name}`, `LIMIT ${MAX_ROWS}`];
  return [
    `ORDER BY ${name}, ${measure} DESC`,
    ...(limit === null ? [] : [`LIMIT ${limit} BY ${name}`]),
    `LIMIT ${MAX_ROWS}`,
  ];
}

/** Gives each property a different column name; the names of two properties could otherwise be the same. */
function namedColumns(properties: readonly PropertyName[]) {
  const taken = new Set<string>();
  return properties.map((property) => {
    let name = columnName(property);
    for (let number = 2; taken.has(name); number += 1) name = `${columnName(property)}_${number}`;
    taken.add(name);
    return { expression: propertyExpression(property), name };
  });
}

function comparison({ measure, range }: Trend) {
  const from = range.from ?? '';
  const now = timeConditions(range).join(' AND ');
  return [
    { expression: measureColumn(measure, now).expression, name: 'current' },
    { expression: measureColumn(measure, `timestamp < ${from}`).expression, name: 'previous' },
  ];
}
