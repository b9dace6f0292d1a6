import type { DateTime, DurationLikeObject } from 'luxon';
import type { WeekStartDay } from './zoned';
import { startOfInterval } from './zoned';

export type RelativeUnit = 'M' | 's' | 'h' | 'd' | 'w' | 'm' | 'q' | 'y';

/** `-7d`, `-1mStart`, `yEnd`: a way back from now, and where in its unit that is moved to. */
export interface RelativeDate {
  readonly amount: number;
  readonly unit: RelativeUnit;
  readonly edge: 'Start' | 'End' | null;
}

const RELATIVE = /(\d+)?([Mshdwmqy]|[HDWQSY])(Start|End)?/;

/** Larger ones leave the years a date can have; nobody has data that old. */
const MAX_AMOUNT = 100_000_000;

const WEEKS_PER_QUARTER = 13;

/**
 * Reads a relative date wherever one stands in `text` (`wire/insights.md` §1.4). The sign does not
 * matter: relative dates always go back. Null when there is none.
 */
export function parseRelativeDate(text: string): RelativeDate | null {
  const match = RELATIVE.exec(text);
  if (match === null) return null;
  const [, digits, letter = 'd', edge] = match;
  const unit = letter === 'M' ? 'M' : letter.toLowerCase();
  return {
    amount: digits === undefined ? 0 : Math.min(Number(digits), MAX_AMOUNT),
    unit: unit as RelativeUnit,
    edge: edge === 'Start' || edge === 'End' ? edge : null,
  };
}

const DURATIONS: Readonly<Record<RelativeUnit, (amount: number) => DurationLikeObject>> = {
  M: (minutes) => ({ minutes }),
  s: (seconds) => ({ seconds }),
  h: (hours) => ({ hours }),
  d: (days) => ({ days }),
  w: (weeks) => ({ weeks }),
  m: (months) => ({ months }),
  q: (quarters) => ({ weeks: quarters * WEEKS_PER_QUARTER }),
  y: (years) => ({ years }),
};

/** How far back a relative date goes. */
function durationOf({ amount, unit }: RelativeDate): DurationLikeObject {
  return DURATIONS[unit](amount);
}

/**
 * The moment that `relative` names, seen from `now`, in the zone of `now`. Edges of weeks and quarters are those
 * of the calendar, as of the original's later versions; the older ones left them where they were.
 */
export function resolveRelativeDate(
  relative: RelativeDate,
  now: DateTime,
  weekStartDay: WeekStartDay = 0,
): DateTime {
  const moment = now.minus(durationOf(relative));
  if (!moment.isValid) return now;
  if (relative.edge === null) return moment;
  return relative.edge === 'Start'
    ? startOf(moment, relative.unit, weekStartDay)
    : endOf(moment, relative.unit, weekStartDay);
}

function startOf(moment: DateTime, unit: RelativeUnit, weekStartDay: WeekStartDay): DateTime {
  switch (unit) {
    case 'h':
      // The original sets the minute and leaves the rest of the clock.
      return moment.set({ minute: 0 });
    case 'd':
      return moment.startOf('day');
    case 'w':
      return startOfInterval(moment, 'week', weekStartDay);
    case 'q':
      return moment.startOf('quarter');
    case 'm':
      return moment.set({ day: 1 });
    case 'y':
      return moment.set({ month: 1, day: 1 });
    default:
      return moment;
  }
}

function endOf(moment: DateTime, unit: RelativeUnit, weekStartDay: WeekStartDay): DateTime {
  switch (unit) {
    case 'h':
      return moment.endOf('hour');
    case 'd':
      return moment.endOf('day');
    case 'w':
      return startOfInterval(moment, 'week', weekStartDay).plus({ days: 6 }).endOf('day');
    case 'q':
      return moment.endOf('quarter');
    case 'm':
    case 'y':
      // Of a year, too, the original moves only the day.
      return moment.set({ day: moment.daysInMonth ?? moment.day });
    default:
      return moment;
  }
}
