import type { SubscriptionFrequency, SubscriptionWeekday } from '@tidemark/contracts';
import { Frequency, RRule } from 'rrule';
import type { Weekday } from 'rrule';
import type { WallTime } from '../dates/zone-clock';
import { instantOf, wallTime } from '../dates/zone-clock';

/** When a subscription is delivered, as a recurrence rule of RFC 5545. */
export interface SubscriptionSchedule {
  readonly frequency: SubscriptionFrequency;
  /** The number of days, weeks, months or years between deliveries; at least 1. */
  readonly interval: number;
  /** Null: the weekday, the day of the month or the day of the year is that of the start. */
  readonly byweekday: readonly SubscriptionWeekday[] | null;
  /**
   * Which of the days that `byweekday` selects in a period; counted from the end if negative. Ignored if there are
   * none.
   */
  readonly bysetpos: number | null;
  /** The total number of deliveries since the start; null: no limit. */
  readonly count: number | null;
  readonly startDate: Date;
  /** The latest time of a delivery; null: no limit. */
  readonly untilDate: Date | null;
}

const DAY_MS = 86_400_000;
const FREQUENCIES: Readonly<Record<SubscriptionFrequency, Frequency>> = {
  daily: Frequency.DAILY,
  weekly: Frequency.WEEKLY,
  monthly: Frequency.MONTHLY,
  yearly: Frequency.YEARLY,
};

const WEEKDAYS: Readonly<Record<SubscriptionWeekday, Weekday>> = {
  monday: RRule.MO,
  tuesday: RRule.TU,
  wednesday: RRule.WE,
  thursday: RRule.TH,
  friday: RRule.FR,
  saturday: RRule.SA,
  sunday: RRule.SU,
};

/** The number of days in a period; the longest month and year. */
const DAYS_OF: Readonly<Record<SubscriptionFrequency, number>> = {
  daily: 1,
  weekly: 7,
  monthly: 31,
  yearly: 366,
};

/**
 * The first delivery after `after`; null if there are no more. The rule is evaluated in the local time of the time
 * zone: a delivery at 9 o'clock stays at 9 o'clock in summer. A time that is skipped in spring becomes one hour
 * later; of a time that occurs twice in autumn, the first is used.
 * @param timezone an IANA name
 */
export function nextDeliveryAt(
  schedule: SubscriptionSchedule,
  after: Date,
  timezone: string,
): Date | null {
  // Offsets of time zones differ by less than a day between two times of one zone, so earlier occurrences are in the
  // past.
  const past = new Date(floating(after, timezone).getTime() - DAY_MS);
  const rule = ruleOf(schedule, past, timezone);
  if (rule === null) return null;
  let found = rule.after(past, false);
  while (found !== null) {
    // If the start is in the second of two equal hours in autumn, it is later than the computed first delivery.
    const at = latest(instantOf(wallOf(found), timezone), inSeconds(schedule.startDate));
    if (at > after) return schedule.untilDate !== null && at > schedule.untilDate ? null : at;
    found = rule.after(found, false);
  }
  return null;
}

/** The time rounded down to seconds, because the library ignores fractions. */
function inSeconds(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1_000) * 1_000);
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other;
}

/**
 * The rule for the library; null for a rule without occurrences, for which the library would search for seconds, until
 * the year 9999.
 * @param past the local time after which an occurrence is searched
 */
function ruleOf(schedule: SubscriptionSchedule, past: Date, timezone: string): RRule | null {
  const { frequency, interval, byweekday, bysetpos, count, startDate } = schedule;
  const days = byweekday === null ? [] : [...new Set(byweekday)].map((day) => WEEKDAYS[day]);
  const start = floating(startDate, timezone);
  const hasPosition = days.length > 0 && bysetpos !== null;
  if (hasPosition && (bysetpos === 0 || Math.abs(bysetpos) > mostSelected(days, frequency))) {
    return null;
  }
  if (frequency === 'daily' && !reachesOneOf(days, start, interval)) return null;
  return new RRule(
    {
      freq: FREQUENCIES[frequency],
      interval,
      dtstart: count === null ? startNear(start, past, schedule) : start,
      ...(count !== null && { count }),
      ...(days.length > 0 && { byweekday: days }),
      ...(hasPosition && { bysetpos }),
    },
    true,
  );
}

const WEEK = [0, 1, 2, 3, 4, 5, 6];

/** The maximum number of selected days in one period, whatever its first weekday is. */
function mostSelected(days: readonly Weekday[], frequency: SubscriptionFrequency): number {
  const selected = new Set(days.map(({ weekday }) => weekday));
  const period = Array.from({ length: DAYS_OF[frequency] }, (_, day) => day);
  return Math.max(
    ...WEEK.map((first) => period.filter((day) => selected.has((first + day) % 7)).length),
  );
}

/** Whether every so many days since a start there is one of the weekdays; true without weekdays. */
function reachesOneOf(days: readonly Weekday[], start: Date, interval: number): boolean {
  // The library counts weekdays from Monday.
  const first = (start.getUTCDay() + 6) % 7;
  const reached = new Set(WEEK.map((step) => (first + step * interval) % 7));
  return days.length === 0 || days.some(({ weekday }) => reached.has(weekday));
}

/**
 * The start of a rule without a count, or an equivalent later one before `past`, because the library computes every
 * occurrence since the start. Months and years differ in length, so their starts are not moved.
 */
function startNear(
  start: Date,
  past: Date,
  { frequency, interval }: Pick<SubscriptionSchedule, 'frequency' | 'interval'>,
): Date {
  if (frequency !== 'daily' && frequency !== 'weekly') return start;
  const stepMs = interval * DAYS_OF[frequency] * DAY_MS;
  const steps = Math.floor((past.getTime() - start.getTime()) / stepMs) - 1;
  return steps > 0 ? new Date(start.getTime() + steps * stepMs) : start;
}

/** The local time of a time zone as if it were UTC, which is how the library represents times without a zone. */
function floating(at: Date, timezone: string): Date {
  const { year, month, day, hour, minute, second } = wallTime(at, timezone);
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

function wallOf(time: Date): WallTime {
  return {
    year: time.getUTCFullYear(),
    month: time.getUTCMonth() + 1,
    day: time.getUTCDate(),
    hour: time.getUTCHours(),
    minute: time.getUTCMinutes(),
    second: time.getUTCSeconds(),
    ms: 0,
  };
}
