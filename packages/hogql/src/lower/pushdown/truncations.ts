import type { SqlCall, SqlExpr } from '../../clickhouse-sql/nodes';

const DAYS: Readonly<Record<string, number>> = {
  second: 1,
  minute: 1,
  hour: 1,
  day: 1,
  week: 7,
  month: 31,
  quarter: 92,
  year: 366,
};

/** Functions that truncate a time to the start of a unit, and the most days by which they move it. */
const TRUNCATIONS: Readonly<Record<string, number>> = {
  toDate: 1,
  toDateTime: 1,
  toStartOfSecond: 1,
  toStartOfMinute: 1,
  toStartOfFiveMinutes: 1,
  toStartOfTenMinutes: 1,
  toStartOfFifteenMinutes: 1,
  toStartOfHour: 1,
  toStartOfDay: 1,
  toStartOfWeek: 7,
  toMonday: 7,
  toStartOfMonth: 31,
  toStartOfQuarter: 92,
  toStartOfYear: 366,
  toStartOfISOYear: 371,
};

/** Functions that return the same time in another form. */
const SAME_TIME: ReadonlySet<string> = new Set(['toTimeZone', 'toDateTime64']);

export interface Truncation {
  readonly timestamp: SqlExpr;
  /** The most days between the result and the original time; 0 for the same time. */
  readonly days: number;
}

/** The unit to which a function truncates a time; null for other functions. */
export function truncationOf({ name, args }: SqlCall): Truncation | null {
  const [first, second] = args;
  if (first === undefined) return null;
  if (SAME_TIME.has(name)) return { timestamp: first, days: 0 };
  if (name === 'dateTrunc') {
    const days = first.kind === 'text' ? DAYS[first.value] : undefined;
    return days === undefined || second === undefined ? null : { timestamp: second, days };
  }
  const days = name === 'toStartOfInterval' ? intervalDays(second) : TRUNCATIONS[name];
  return days === undefined ? null : { timestamp: first, days };
}

function intervalDays(interval: SqlExpr | undefined): number | undefined {
  if (interval?.kind !== 'call' || !interval.name.startsWith('toInterval')) return undefined;
  const unit = DAYS[interval.name.slice('toInterval'.length).toLowerCase()];
  const [count] = interval.args;
  if (unit === undefined || count?.kind !== 'number') return undefined;
  const days = unit * Number(count.value);
  return days > 0 && days < 10_000 ? days : undefined;
}
