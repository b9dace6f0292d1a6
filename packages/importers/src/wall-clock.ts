const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether a text is the name of an IANA time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the instant, in ms, at which clocks of a zone show a date and time. A time that clocks skip is read with the
 * offset before the change, a time that they show twice is the first of the two.
 *
 * @param wall the date and time as ms since the epoch, as if it were UTC
 */
export function utcOfWallClock(wall: number, zone: string): number {
  const day = 86_400_000;
  const offsets = [offsetAt(wall - day, zone), offsetAt(wall + day, zone)];
  const fits = offsets
    .map((offset) => wall - offset)
    .filter((at) => at + offsetAt(at, zone) === wall);
  return fits.length > 0 ? Math.min(...fits) : wall - (offsets[0] ?? 0);
}

/** Returns the difference of a zone to UTC at an instant, in ms. */
function offsetAt(at: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const whole = Math.floor(at / 1_000) * 1_000;
  return Date.UTC(year, month - 1, day, hour, minute, second) - whole;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}
