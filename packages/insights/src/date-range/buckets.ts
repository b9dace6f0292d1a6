import type { DateTime } from 'luxon';
import { InsightError } from '../insight/error';
import type { DateRange } from './date-range';
import { isShown } from './days-of-week';
import { addIntervals, startOfInterval } from './zoned';

/** A year of minutes would be 525,600 buckets: too many to draw, and too much memory. */
const MAX_BUCKETS = 50_000;

/**
 * The starts of all buckets of a range, from the bucket of its start to the bucket of its end, both included. For
 * intervals of days, only the chosen days of the week.
 *
 * @throws InsightError when there would be too many
 */
export function bucketStarts(range: DateRange): DateTime[] {
  const { interval, weekStartDay } = range;
  const last = startOfInterval(range.to, interval, weekStartDay);
  const first = startOfInterval(range.from, interval, weekStartDay);
  const starts: DateTime[] = [];
  let count = 0;
  // From one start to the next, because the hours of a day begin with the day.
  for (let start = first; start <= last; start = addIntervals(start, interval, 1)) {
    if (count === MAX_BUCKETS) {
      throw new InsightError(
        `The date range has more than ${MAX_BUCKETS} intervals. Choose a longer interval or a shorter range.`,
        'dateRange',
      );
    }
    count += 1;
    if (isShown(start, range)) starts.push(start);
  }
  return starts;
}
