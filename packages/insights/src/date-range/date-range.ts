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
  /** The ends are meant to the second: the first and the last bucket may be cut. */
  readonly isExplicit: boolean;
  /**
   * From when events are read: the first bucket's start, or later where it is cut
   * (`docs/wire/insights.md#date-lower-bound`).
   */
  readonly readFrom: DateTime;
  /** How the ends were written; comparison with an earlier period depends on it. */
  readonly written: { readonly from: ReadDate | null; readonly to: ReadDate | null };
  /** Days of the week that are read, 1 for Monday; null for all. */
  readonly daysOfWeek: readonly number[] | null;
}
