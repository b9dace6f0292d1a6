const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?)?$/;

/** What DateTime64(6) can hold with room to spare. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2261;

/**
 * Constant date text without a zone as `YYYY-MM-DD hh:mm:ss.ffffff`, or null when it is not a real
 * moment in that form. What passes cannot fail to parse in the engine.
 */
export function normalizeDateText(source: string): string | null {
  const match = DATE_TIME.exec(source.trim());
  if (match === null) return null;
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00'] = match;
  const fraction = (match[7] ?? '').padEnd(6, '0');
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const real =
    !Number.isNaN(moment.getTime()) &&
    moment.getUTCDate() === Number(day) &&
    Number(year) >= FIRST_YEAR &&
    Number(year) <= LAST_YEAR &&
    Number(hour) < 24;
  return real ? `${year}-${month}-${day} ${hour}:${minute}:${second}.${fraction}` : null;
}
