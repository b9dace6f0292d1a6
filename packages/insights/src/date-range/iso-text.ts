import type { DateTime } from 'luxon';

/** JavaScript dates count milliseconds, the store microseconds: the end of a range is the last microsecond. */
const LAST_MS = 999;

/** ISO 8601 with the zone's offset, `Z` for UTC; the end of an interval to the microsecond. */
export function isoText(time: DateTime): string {
  if (time.millisecond !== LAST_MS) return time.toISO({ suppressMilliseconds: true }) ?? '';
  return (time.toISO() ?? '').replace('.999', '.999999');
}

/** ISO 8601 in UTC; the end of an interval to the microsecond. */
export function utcText(time: DateTime): string {
  return isoText(time.toUTC());
}
