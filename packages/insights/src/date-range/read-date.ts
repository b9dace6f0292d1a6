import type { RelativeDate } from '@tidemark/hogql';
import { DATE_FORMS, readDate as readWritten } from '@tidemark/hogql';
import { DateTime } from 'luxon';
import type { WeekStartDay } from '../insight/context';
import { InsightError } from '../insight/error';

export interface ReadDate {
  readonly time: DateTime;
  /** The relative date as written; null for an absolute date. */
  readonly relative: RelativeDate | null;
  readonly isAbsolute: boolean;
  /** An absolute date without a time of day. */
  readonly isWholeDay: boolean;
}

/**
 * Reads a date of an insight by the rules of all dates (`readDate` of HogQL). Absolute dates without an offset are
 * the project's local time, others are converted to it.
 *
 * @param now the current time, in the project's zone
 * @param field the field of the query that contains the date, for the error
 * @throws InsightError for text that is not a date
 */
export function readDate(
  text: string,
  now: DateTime,
  field: string,
  weekStartDay: WeekStartDay = 0,
): ReadDate {
  const timezone = now.zoneName ?? 'UTC';
  const read = readWritten(text, { now: now.toJSDate(), timezone, weekStartDay });
  if (read === null) {
    throw new InsightError(`'${text.slice(0, 50)}' is not a date: ${DATE_FORMS}`, field);
  }
  const { at, ...written } = read;
  return { ...written, time: DateTime.fromJSDate(at, { zone: now.zone }) };
}
