import type { RetentionQuery } from '@tidemark/contracts';
import type { DateTime } from 'luxon';
import { rangeOfQuery } from '../../date-range/range-of-query';
import { addIntervals, startOfInterval } from '../../date-range/zoned';
import type { InsightContext } from '../../insight/context';
import { localNow } from '../../insight/context';
import { InsightError } from '../../insight/error';

const INTERVALS = { Hour: 'hour', Day: 'day', Week: 'week', Month: 'month' } as const;

type RetentionInterval = (typeof INTERVALS)[keyof typeof INTERVALS];

const DEFAULT_INTERVALS = 8;
const MAX_ROWS = 1_000;

/** Whether columns count from the time of the start instead of calendar intervals. */
export function isRolling({ retentionFilter }: RetentionQuery): boolean {
  return retentionFilter.timeWindowMode === '24_hour_windows';
}

/** Rows and columns of a retention table. */
export interface RetentionLayout {
  readonly interval: RetentionInterval;
  /** The unit in labels of columns and rows: `Week` 0, 1, 2. */
  readonly period: keyof typeof INTERVALS;
  /** Starts of the rows' intervals. */
  readonly rows: readonly DateTime[];
  /** The end of the last row's interval; events from then on are not read. */
  readonly end: DateTime;
  /** The first and last distance from a row, in intervals, that each column after the first covers. */
  readonly columns: readonly (readonly [number, number])[];
}

/**
 * Computes the layout of the table (`docs/wire/insights-others.md#retention-layout`). @throws InsightError for too
 * many rows
 */
export function retentionLayout(query: RetentionQuery, context: InsightContext): RetentionLayout {
  const { retentionFilter, dateRange } = query;
  const period = retentionFilter.period ?? 'Day';
  const interval = INTERVALS[period];
  const total = retentionFilter.totalIntervals ?? DEFAULT_INTERVALS;
  // Rows begin with an interval, so only the last one can be incomplete.
  const range = rangeOfQuery({ ...dateRange, excludeIncompletePeriods: false }, interval, context);
  const { weekStartDay } = context;
  const current = startOfInterval(localNow(context), interval, weekStartDay);
  const after = addIntervals(startOfInterval(range.to, interval, weekStartDay), interval, 1);
  const end = dateRange?.excludeIncompletePeriods === true && after > current ? current : after;
  const hasStart = dateRange?.date_from !== null && dateRange?.date_from !== undefined;
  const start = hasStart
    ? startOfInterval(range.from, interval, weekStartDay)
    : addIntervals(end, interval, -total);
  const rows: DateTime[] = [];
  for (let row = start; row < end; row = addIntervals(row, interval, 1)) {
    if (rows.length === MAX_ROWS) {
      throw new InsightError(`Retention has at most ${MAX_ROWS} intervals`, 'dateRange');
    }
    rows.push(row);
  }
  return { interval, period, rows, end, columns: columnsOf(retentionFilter, total) };
}

function columnsOf(
  { retentionCustomBrackets: brackets }: RetentionQuery['retentionFilter'],
  total: number,
): (readonly [number, number])[] {
  if (brackets === null || brackets === undefined || brackets.length === 0) {
    return Array.from({ length: total - 1 }, (_, at) => [at + 1, at + 1] as const);
  }
  let next = 1;
  return brackets.map((size) => {
    const column = [next, next + size - 1] as const;
    next += size;
    return column;
  });
}

/** `Day 0`, `Day 1`, `Day 2-4`. */
export function columnLabels({ period, columns }: RetentionLayout): string[] {
  const others = columns.map(([first, last]) =>
    first === last ? `${period} ${first}` : `${period} ${first}-${last}`,
  );
  return [`${period} 0`, ...others];
}
