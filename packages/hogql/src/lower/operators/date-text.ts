import { parseDateText } from '../../dates/date-text';
import { HogQLError } from '../../syntax/errors';
import type { Span } from '../../syntax/ast';
import type { Typed } from '../scope/typed';

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?)?$/;

/** The range of DateTime64(6), with a margin. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2261;

/**
 * Constant date text without a zone as `YYYY-MM-DD hh:mm:ss.ffffff`, or null when it is not a real time in that form.
 * The engine can parse every returned text.
 */
export function normalizeDateText(source: string): string | null {
  const match = DATE_TIME.exec(source.trim());
  if (match === null) return null;
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00'] = match;
  const fraction = (match[7] ?? '').padEnd(6, '0');
  const timestamp = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const real =
    !Number.isNaN(timestamp.getTime()) &&
    timestamp.getUTCDate() === Number(day) &&
    Number(year) >= FIRST_YEAR &&
    Number(year) <= LAST_YEAR &&
    Number(hour) < 24;
  return real ? `${year}-${month}-${day} ${hour}:${minute}:${second}.${fraction}` : null;
}

const MONTH = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
/** Forms other than ISO 8601 that the engine reads: Unix seconds, `31.12.2024`, `2024/12/31`, names of months. */
const ENGINE_FORM = new RegExp(
  `^(?:\\d{9,20}(?:\\.\\d+)?|\\d{1,4}[./]\\d{1,2}[./]\\d{1,4}\\b.*|(?=.*\\d)(?:.*\\W)?(?:${MONTH})[a-z]*\\b.*|\\d{14})$`,
  'i',
);
const ISO_DAY = /^(\d{4}-\d{1,2}-\d{1,2})(?:[T ](?:[01]?\d|2[0-3]):[0-5]\d\b.*)?$/;

/**
 * Requires that a constant compared with a time is a date: the engine would read other text as NULL, so that nothing
 * matches. Declared properties are excluded, because they can be compared as texts.
 *
 * @throws HogQLError
 */
export function requireDateText(value: Typed, other: Typed, at: Span | undefined): void {
  const { constant } = value;
  if (typeof constant !== 'string' || value.type.kind !== 'String') return;
  if (other.plain !== undefined || other.property !== undefined) return;
  if (isDateText(constant.trim())) return;
  const message = `'${constant.slice(0, 50)}' is not a date: ${RELATIVE_HINT}`;
  throw new HogQLError('hogql_query_error', message, at ?? null);
}

const RELATIVE_HINT = 'use ISO 8601, or an expression such as now() - INTERVAL 7 DAY';

function isDateText(source: string): boolean {
  if (parseDateText(source)?.kind === 'absolute' || ENGINE_FORM.test(source)) return true;
  const day = ISO_DAY.exec(source)?.[1];
  return day !== undefined && parseDateText(day) !== null;
}
