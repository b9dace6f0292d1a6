import { wallTime } from '../../dates/zone-clock';

/** The time of a check, and the calendar of its project. */
export interface AlertClock {
  readonly now: Date;
  /** An IANA name. */
  readonly timezone: string;
  /** 1: weeks begin on Monday; otherwise on Sunday. */
  readonly weekStartDay: number;
}

/** The intervals of an insight up to a check, named as in the response of the insight. */
export interface LatestIntervals {
  /** The interval that is not over yet. */
  readonly ongoing: string;
  /** The last complete one. */
  readonly complete: string;
  readonly before: string;
}

/** @param interval of the query; an unknown one is a day */
export function latestIntervals(interval: string, clock: AlertClock): LatestIntervals {
  const start = starts(interval, clock);
  const name = (back: number): string => {
    const text = new Date(start(back)).toISOString();
    const isClock = interval === 'hour' || interval === 'minute' || interval === 'second';
    return isClock ? `${text.slice(0, 10)} ${text.slice(11, 19)}` : text.slice(0, 10);
  };
  return { ongoing: name(0), complete: name(1), before: name(2) };
}

/** The local time at which the interval began that is so many intervals before the current one, as if it were UTC. */
function starts(
  interval: string,
  { now, timezone, weekStartDay }: AlertClock,
): (back: number) => number {
  const { year, month: monthOfYear, day, hour, minute, second } = wallTime(now, timezone);
  const month = monthOfYear - 1;
  switch (interval) {
    case 'second':
      return (back) => Date.UTC(year, month, day, hour, minute, second - back);
    case 'minute':
      return (back) => Date.UTC(year, month, day, hour, minute - back);
    case 'hour':
      return (back) => Date.UTC(year, month, day, hour - back);
    case 'week': {
      const weekday = new Date(Date.UTC(year, month, day)).getUTCDay();
      const sinceStart = (weekday - (weekStartDay === 1 ? 1 : 0) + 7) % 7;
      return (back) => Date.UTC(year, month, day - sinceStart - 7 * back);
    }
    case 'month':
      return (back) => Date.UTC(year, month - back);
    case 'quarter':
      return (back) => Date.UTC(year, month - (month % 3) - 3 * back);
    case 'year':
      return (back) => Date.UTC(year - back, 0);
    default:
      return (back) => Date.UTC(year, month, day - back);
  }
}
