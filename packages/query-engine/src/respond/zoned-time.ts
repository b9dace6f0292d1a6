import type { ZoneOffset } from './zone-offset';

const UTC_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/;

/**
 * A timestamp of the engine (`2026-01-11T23:40:00.000000Z`) in the wire format: in the zone of its column, with a
 * fraction of at least six digits, or none when it is zero (`docs/wire/hogql.md#zone-results`). Other values are
 * returned unchanged.
 *
 * @param offset null = UTC
 */
export function zonedTime(value: unknown, offset: ZoneOffset | null): unknown {
  if (typeof value !== 'string') return value;
  const [, seconds, fraction] = UTC_TIME.exec(value) ?? [];
  if (seconds === undefined) return value;
  const tail = fraction === undefined || /^0*$/.test(fraction) ? '' : `.${fraction.padEnd(6, '0')}`;
  if (offset === null) return `${seconds}${tail}Z`;
  const epochMs = Date.parse(`${seconds}Z`);
  const shift = offset(epochMs);
  if (shift === 0) return `${seconds}${tail}Z`;
  const local = new Date(epochMs + shift).toISOString().slice(0, 19);
  return `${local}${tail}${offsetText(shift)}`;
}

function offsetText(shift: number): string {
  const total = Math.abs(shift) / 1000;
  const part = (value: number): string => String(value).padStart(2, '0');
  const seconds = total % 60 === 0 ? '' : `:${part(total % 60)}`;
  return `${shift < 0 ? '-' : '+'}${part(Math.floor(total / 3600))}:${part(Math.floor(total / 60) % 60)}${seconds}`;
}
