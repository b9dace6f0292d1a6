import { createHmac } from 'node:crypto';
import { v7 } from 'uuid';

const HASH_BYTES = 16;

/**
 * The id of a visitor of one day: a keyed hash of their traits. After the salt of the day is deleted, the id cannot
 * be traced to the visitor.
 * @param generation the number of earlier identifications: a visitor who logs out and returns is new
 */
export function visitorHash(salt: Buffer, traits: string, generation: number): string {
  return digest(salt, `${generation}:${traits}`)
    .toString('base64')
    .replace(/={1,2}$/, '');
}

/** The distinct id in the form of PostHog, which differs from ids of customers. */
export function visitorDistinctId(hash: string): string {
  return `cookieless_${hash}`;
}

export function visitorDeviceId(firstHash: string): string {
  return `cookielessd_${firstHash}`;
}

/** The UUIDv7 of a session that begins at `start` (ms); the same input gives the same uuid. */
export function visitorSessionId(salt: Buffer, hash: string, start: number): string {
  return v7({ msecs: start, random: digest(salt, `session:${hash}:${start}`), seq: 0 });
}

function digest(salt: Buffer, text: string): Buffer {
  return createHmac('sha256', salt).update(text).digest().subarray(0, HASH_BYTES);
}
