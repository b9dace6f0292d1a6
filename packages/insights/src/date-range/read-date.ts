import { DateTime } from 'luxon';
import { parseRelativeDate, resolveRelativeDate } from './relative-date';
import type { RelativeDate } from './relative-date';
import type { WeekStartDay } from './zoned';

export interface ReadDate {
  readonly moment: DateTime;
  /** How it was written, if it was relative; null for an absolute date. */
  readonly relative: RelativeDate | null;
  readonly isAbsolute: boolean;
}

const UNPADDED = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;

/** ISO's forms that begin with a year; a bare number of hours or a week date are none of ours. */
const ABSOLUTE = /^\d{4}(?:-?\d{2}|$)/;

/** A time of day that says its own zone. */
const WITH_OFFSET = /[T ].*(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;

/**
 * Reads a date of a date range (`wire/insights.md` §1.4). Absolute ones without an offset are the
 * project's local time, others are brought to it. What is neither absolute nor relative means now.
 *
 * @param now the present, in the project's zone
 * @param weekStartDay for `wStart` and `wEnd`
 */
export function readDate(text: string, now: DateTime, weekStartDay: WeekStartDay = 0): ReadDate {
  const absolute = readAbsolute(text.trim(), now);
  if (absolute !== null) return { moment: absolute, relative: null, isAbsolute: true };
  const relative = parseRelativeDate(text);
  const moment = relative === null ? now : resolveRelativeDate(relative, now, weekStartDay);
  return { moment, relative, isAbsolute: false };
}

function readAbsolute(text: string, now: DateTime): DateTime | null {
  const unpadded = UNPADDED.exec(text);
  if (unpadded !== null) {
    const [year = 0, month = 0, day = 0] = unpadded.slice(1).map(Number);
    const moment = DateTime.fromObject({ year, month, day }, { zone: now.zone });
    return moment.isValid ? earliest(moment) : null;
  }
  if (!ABSOLUTE.test(text)) return null;
  const iso = DateTime.fromISO(text.replace(' ', 'T'), { zone: now.zone });
  if (!iso.isValid) return null;
  return WITH_OFFSET.test(text) ? iso : earliest(iso);
}

/** Of an hour that the clock shows twice the first one, whatever the season is now. */
function earliest(moment: DateTime): DateTime {
  return moment.getPossibleOffsets()[0] ?? moment;
}
