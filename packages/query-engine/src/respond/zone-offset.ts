const QUARTER_MS = 15 * 60 * 1000;
const OFFSET = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** Offset of a zone from UTC in milliseconds at a time. */
export type ZoneOffset = (epochMs: number) => number;

/**
 * Offsets of one IANA zone. Zones change only at full quarters of an hour, so one offset is cached per quarter.
 *
 * @throws RangeError for an unknown zone
 */
export function zoneOffset(zone: string): ZoneOffset {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const known = new Map<number, number>();
  return (epochMs) => {
    const quarter = Math.floor(epochMs / QUARTER_MS);
    const found = known.get(quarter);
    if (found !== undefined) return found;
    const offset = offsetOf(format, quarter * QUARTER_MS);
    known.set(quarter, offset);
    return offset;
  };
}

function offsetOf(format: Intl.DateTimeFormat, epochMs: number): number {
  const name = format.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes, seconds] = OFFSET.exec(name ?? '') ?? [];
  if (sign === undefined) return 0;
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)) * 1000;
  return sign === '-' ? -ms : ms;
}
