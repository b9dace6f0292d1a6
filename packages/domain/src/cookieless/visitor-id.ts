import { createHmac } from 'node:crypto';
import { v7 } from 'uuid';

const HASH_BYTES = 16;

/**
 * A visitor of one day: a keyed hash of their traits. Without the day's salt, which is thrown away,
 * nothing leads back to them.
 *
 * @param generation how often they had been identified before: who logs out and comes back is new
 */
export function visitorHash(salt: Buffer, traits: string, generation: number): string {
  return digest(salt, `${generation}:${traits}`)
    .toString('base64')
    .replace(/={1,2}$/, '');
}

/** Spelled as PostHog's, so that they can be distinguished from ids of customers. */
export function visitorDistinctId(hash: string): string {
  return `cookieless_${hash}`;
}

export function visitorDeviceId(firstHash: string): string {
  return `cookielessd_${firstHash}`;
}

/** The UUIDv7 of a session that begins at `start` (ms); the same however often it is worked out. */
export function visitorSessionId(salt: Buffer, hash: string, start: number): string {
  return v7({ msecs: start, random: digest(salt, `session:${hash}:${start}`), seq: 0 });
}

function digest(salt: Buffer, text: string): Buffer {
  return createHmac('sha256', salt).update(text).digest().subarray(0, HASH_BYTES);
}
