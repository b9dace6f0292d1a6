const QUARTER_MS = 15 * 60 * 1000;
const OFFSET = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** Offset of a zone from UTC in milliseconds at an instant. */
export type ZoneOffset = (epochMs: number) => number;

/**
 * Offsets of one IANA zone. Zones change at whole quarters of an hour, so one look-up serves a quarter.
 *
 * @throws RangeError for a name that is no zone
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
