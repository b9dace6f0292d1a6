import { createHash } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A uuid of a source in its canonical form; null when the value is none. */
export function uuidOf(value: unknown): string | null {
  return typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : null;
}

/**
 * A UUIDv5-like name (RFC 9562, SHA-1) for a record without a uuid of its own: the same parts give the same uuid, so
 * that an import that is repeated stores nothing twice.
 */
export function stableUuid(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha1').update(JSON.stringify(parts)).digest('hex');
  const variant = ((parseInt(hash.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `5${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
