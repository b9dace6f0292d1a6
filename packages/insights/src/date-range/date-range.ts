import type { DateTime } from 'luxon';
import type { WeekStartDay } from '../insight/context';
import type { ReadDate } from './read-date';
import type { Interval } from './zoned';

/** A range of time as an insight uses it; all times are in the project's zone. */
export interface DateRange {
  readonly from: DateTime;
  readonly to: DateTime;
  readonly interval: Interval;
  readonly weekStartDay: WeekStartDay;
  /** Whether the ends are exact to the second: the first and the last bucket may be incomplete. */
  readonly isExplicit: boolean;
  /**
   * The time from which events are read: the start of the first bucket, or later if the bucket is incomplete
   * (`docs/wire/insights.md#date-lower-bound`).
   */
  readonly readFrom: DateTime;
  /** The ends as written in the query; comparison with an earlier period depends on them. */
  readonly written: { readonly from: ReadDate | null; readonly to: ReadDate | null };
  /** Days of the week that are read, 1 for Monday; null for all. */
  readonly daysOfWeek: readonly number[] | null;
}
