import { MAX_PROPERTIES_BYTES } from '@tidemark/contracts';
import type { Properties } from '../properties';
import { PERSON_PROPERTY_KEYS } from './property-lists';

/** The target length of trimming: so much smaller that the next small change does not trim again. */
const TARGET_BYTES = 512 * 1024;

/** Properties that identify a person and their origin; they are never removed. */
const PROTECTED: ReadonlySet<string> = new Set([
  'email',
  'name',
  '$creator_event_uuid',
  ...PERSON_PROPERTY_KEYS,
]);
const PROTECTED_PREFIXES = ['$initial_', '$session_', '$geoip_'];

export function isOversized(properties: Properties): boolean {
  return bytesOf(properties) > MAX_PROPERTIES_BYTES;
}

/**
 * Removes the largest unprotected values until the length is at most 512 KiB; null if the person is not oversized. If
 * the protected values alone are too large, all others are removed.
 */
export function trimmedProperties(properties: Properties): Properties | null {
  if (!isOversized(properties)) return null;
  const candidates = Object.entries(properties)
    .filter(([key]) => !isProtected(key))
    .map(([key, value]) => ({ key, bytes: bytesOf({ [key]: value }) - 1 }))
    .sort((a, b) => b.bytes - a.bytes || (a.key < b.key ? -1 : 1));
  const kept = { ...properties };
  let left = bytesOf(properties);
  for (const { key, bytes } of candidates) {
    if (left <= TARGET_BYTES) break;
    Reflect.deleteProperty(kept, key);
    left -= bytes;
  }
  return kept;
}

function isProtected(key: string): boolean {
  return PROTECTED.has(key) || PROTECTED_PREFIXES.some((prefix) => key.startsWith(prefix));
}

function bytesOf(properties: Properties): number {
  return Buffer.byteLength(JSON.stringify(properties));
}
