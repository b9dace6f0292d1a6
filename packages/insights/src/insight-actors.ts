import type { InsightActorsQuery, StickinessActorsQuery } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import type { DateTime } from 'luxon';
import { bucketStarts } from './date-range/buckets';
import { readDate } from './date-range/read-date';
import type { DateRange } from './date-range/resolve-date-range';
import { startOfInterval } from './date-range/zoned';
import type { InsightContext } from './insight-context';
import { localNow } from './insight-context';
import { InsightError } from './insight-error';

/** The actors behind one number of an insight, a row each (`wire/insights.md` §9). */
export interface InsightActors {
  readonly statement: Statement;
  /** Its columns; `actor_id` is one of them. */
  readonly columns: readonly string[];
  /** Null for persons. */
  readonly groupTypeIndex: number | null;
  /**
   * The events that were counted: actor_id, uuid, moment, session_id, window_id. Missing where the insight
   * does not count single events.
   */
  readonly events?: Statement | null;
}

/** Which number is meant. */
export type InsightPoint = Pick<
  InsightActorsQuery,
  'day' | 'series' | 'breakdown' | 'compare' | 'interval' | 'status'
> &
  Pick<Partial<StickinessActorsQuery>, 'operator'>;

/** Groups have no distinct ids. */
export function actorColumns(groupTypeIndex: number | null): readonly string[] {
  const shared = ['actor_id', 'event_count', 'last_seen'];
  return groupTypeIndex === null ? [...shared, 'event_distinct_ids'] : shared;
}

/**
 * The bucket that a point's day names. With comparison a day that only the other period has stands for the day
 * at the same place of this one. Null for days outside of both.
 *
 * @throws InsightError for a day that is no date
 */
export function bucketOfDay(
  day: string | number,
  ranges: readonly DateRange[],
  of: DateRange,
  context: InsightContext,
): DateTime | null {
  const { moment, isAbsolute } = readDate(String(day), localNow(context));
  if (!isAbsolute) throw new InsightError(`'${String(day).slice(0, 100)}' is not a date`, 'day');
  const start = startOfInterval(moment, of.interval, of.weekStartDay).toMillis();
  const starts = bucketStarts(of);
  for (const range of [of, ...ranges]) {
    const at = bucketStarts(range).findIndex((bucket) => bucket.toMillis() === start);
    if (at !== -1) return starts[at] ?? null;
  }
  return null;
}
