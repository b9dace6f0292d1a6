const HOUR_MS = 3_600_000;
/** The largest difference of time zones from UTC, in both directions. */
const BEHIND_UTC_HOURS = 12;
const AHEAD_OF_UTC_HOURS = 14;
/** The maximum time between an event and its processing. */
const LAG_HOURS = 24;

/** How long the salt of a day is kept; afterwards ids can no longer be traced to visitors. */
export const SALT_LIFETIME_SECONDS =
  (AHEAD_OF_UTC_HOURS + 24 + BEHIND_UTC_HOURS + LAG_HOURS) * 3_600;

const formats = new Map<string, Intl.DateTimeFormat>();

/** `YYYY-MM-DD` of a time in the visitor's time zone; if that zone is invalid, in the project's; else in UTC. */
export function calendarDay(timestamp: number, visitorZone: unknown, projectZone: string): string {
  const format =
    (typeof visitorZone === 'string' ? formatOf(visitorZone) : undefined) ??
    formatOf(projectZone) ??
    formatOf('UTC');
  return format === undefined
    ? new Date(timestamp).toISOString().slice(0, 10)
    : format.format(timestamp);
}

/** Whether the day is the current day in some time zone, or was until at most `LAG_HOURS` ago. */
export function isCurrentDay(day: string, now: number): boolean {
  const start = Date.parse(`${day}T00:00:00Z`);
  return (
    now >= start - AHEAD_OF_UTC_HOURS * HOUR_MS &&
    now < start + (24 + BEHIND_UTC_HOURS + LAG_HOURS) * HOUR_MS
  );
}

/**
 * The format of a time zone; undefined for an unknown one. Only existing zones are cached, because visitors choose
 * the names.
 */
function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  try {
    // The Swedish date format is the same as that of ISO 8601.
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
    formats.set(zone, format);
    return format;
  } catch {
    return undefined;
  }
}
