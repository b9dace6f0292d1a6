import type { DateTime } from 'luxon';
import type { DateRange } from './date-range';
import { addIntervals, startOfInterval } from './zoned';

/**
 * The range without a first period that its start cuts, and without the period that is not over yet
 * (`docs/wire/insights.md#date-complete-periods`). A past period that the end cuts stays, and a range without any
 * whole period stays as it is, like PostHog's.
 */
export function completePeriods(range: DateRange, now: DateTime): DateRange {
  return withoutCutStart(untilOver(range, now));
}

/** Up to the period that is going on, unless the range lies in it. */
function untilOver(range: DateRange, now: DateTime): DateRange {
  const current = startOfInterval(now, range.interval, range.weekStartDay);
  if (range.to < current || range.from >= current) return range;
  // Ends are the last millisecond of what they belong to.
  return { ...range, to: current.minus({ milliseconds: 1 }) };
}

function withoutCutStart(range: DateRange): DateRange {
  const { interval, weekStartDay, from, to } = range;
  const first = startOfInterval(from, interval, weekStartDay);
  const next = addIntervals(first, interval, 1);
  if (from <= first || next > to) return range;
  return { ...range, from: next, readFrom: next };
}
