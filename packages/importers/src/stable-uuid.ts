import { createHash } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns a uuid in lower case; null if the value is not a uuid. */
export function uuidOf(value: unknown): string | null {
  return typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : null;
}

/**
 * Returns a uuid like UUIDv5 (RFC 9562, SHA-1) for a record without a uuid. The same parts have the same uuid, so that a
 * repeated import stores nothing twice.
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
