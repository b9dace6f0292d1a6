import type { InsightActorsQuery, StickinessActorsQuery } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import type { DateTime } from 'luxon';
import { bucketStarts } from '../date-range/buckets';
import type { DateRange } from '../date-range/date-range';
import { readDate } from '../date-range/read-date';
import { startOfInterval } from '../date-range/zoned';
import type { InsightContext } from '../insight/context';
import { localNow } from '../insight/context';
import { InsightError } from '../insight/error';

/** The actors behind one number of an insight, one row each (`docs/wire/insights.md#actors-query`). */
export interface InsightActors {
  readonly statement: Statement;
  /** The columns of `statement`; `actor_id` is one of them. */
  readonly columns: readonly string[];
  /** Null for persons. */
  readonly groupTypeIndex: number | null;
  /**
   * The counted events: actor_id, uuid, occurred_at, session_id, window_id. Missing if the insight does not count single
   * events.
   */
  readonly events?: Statement | null;
}

/** The number of the insight that is meant. */
export type InsightPoint = Pick<
  InsightActorsQuery,
  'day' | 'series' | 'breakdown' | 'compare' | 'interval' | 'status'
> &
  Pick<Partial<StickinessActorsQuery>, 'operator'>;

/** The columns of actors; groups have no distinct ids. */
export function actorColumns(groupTypeIndex: number | null): readonly string[] {
  const shared = ['actor_id', 'event_count', 'last_seen'];
  return groupTypeIndex === null ? [...shared, 'event_distinct_ids'] : shared;
}

/**
 * The start of the interval that contains a point's day.
 *
 * @throws InsightError for a day that is not a date
 */
export function startOfDay(
  day: string | number,
  { interval, weekStartDay }: DateRange,
  context: InsightContext,
): DateTime {
  const { time, isAbsolute } = readDate(String(day), localNow(context), 'day');
  if (!isAbsolute) throw new InsightError(`'${String(day).slice(0, 100)}' is not a date`, 'day');
  return startOfInterval(time, interval, weekStartDay);
}

/** The index of a bucket in a range; -1 if it is outside. */
export function placeOf(start: DateTime, range: DateRange): number {
  return bucketStarts(range).findIndex((bucket) => bucket.toMillis() === start.toMillis());
}
