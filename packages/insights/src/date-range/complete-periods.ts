import type { DateTime } from 'luxon';
import type { DateRange } from './date-range';
import { addIntervals, startOfInterval } from './zoned';

/**
 * The range without an incomplete first period, and without the period that is not over yet
 * (`docs/wire/insights.md#date-complete-periods`). An incomplete past period at the end stays, and a range without
 * any complete period stays unchanged, as in PostHog.
 */
export function completePeriods(range: DateRange, now: DateTime): DateRange {
  return withoutCutStart(untilOver(range, now));
}

/** Ends the range before the current period, unless the whole range is in it. */
function untilOver(range: DateRange, now: DateTime): DateRange {
  const current = startOfInterval(now, range.interval, range.weekStartDay);
  if (range.to < current || range.from >= current) return range;
  // An end is the last millisecond of its period.
  return { ...range, to: current.minus({ milliseconds: 1 }) };
}

function withoutCutStart(range: DateRange): DateRange {
  const { interval, weekStartDay, from, to } = range;
  const first = startOfInterval(from, interval, weekStartDay);
  const next = addIntervals(first, interval, 1);
  if (from <= first || next > to) return range;
  return { ...range, from: next, readFrom: next };
}
