const HOUR_MS = 3_600_000;
/** The earliest and the latest time zone. */
const BEHIND_UTC_HOURS = 12;
const AHEAD_OF_UTC_HOURS = 14;
/** How long an event may have waited before it is processed. */
const LAG_HOURS = 24;

/** How long a day's salt is needed; afterwards the visitor of an id cannot be found any more. */
export const SALT_LIFETIME_SECONDS =
  (AHEAD_OF_UTC_HOURS + 24 + BEHIND_UTC_HOURS + LAG_HOURS) * 3_600;

const formats = new Map<string, Intl.DateTimeFormat>();

/** `YYYY-MM-DD` of a time in the visitor's zone, else the project's, else UTC. */
export function calendarDay(timestamp: number, visitorZone: unknown, projectZone: string): string {
  const format =
    (typeof visitorZone === 'string' ? formatOf(visitorZone) : undefined) ??
    formatOf(projectZone) ??
    formatOf('UTC');
  return format === undefined
    ? new Date(timestamp).toISOString().slice(0, 10)
    : format.format(timestamp);
}

/** Whether it is that day somewhere now, or was a short while ago. */
export function isCurrentDay(day: string, now: number): boolean {
  const start = Date.parse(`${day}T00:00:00Z`);
  return (
    now >= start - AHEAD_OF_UTC_HOURS * HOUR_MS &&
    now < start + (24 + BEHIND_UTC_HOURS + LAG_HOURS) * HOUR_MS
  );
}

/** Undefined for a zone that does not exist. Zones come from visitors: only real ones are kept. */
function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  try {
    // The Swedish form of a date is the ISO one.
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
    formats.set(zone, format);
    return format;
  } catch {
    return undefined;
  }
}
