import { promisify } from 'node:util';
import { constants, deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import { parseStored, storedJson } from '@tidemark/platform';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** The best compression ratio of usual rows. A value that needs a better one is rejected before it is compressed. */
const BEST_RATIO = 30;

/**
 * In characters. Compressing less takes a fraction of a millisecond, which is less than the overhead of the thread
 * pool.
 */
const SMALL = 32_768;

/**
 * In bytes. Decompressing less takes less than the overhead of the thread pool, unless its content is unusually
 * large.
 */
const SMALL_PACKED = 4_096;
const MAX_UNPACKED_HERE = 262_144;

const level = constants.Z_BEST_SPEED;

/** A JSON value that is to be compressed. */
export interface Packing {
  /** Whether `packNow` takes negligible time. */
  readonly isSmall: boolean;
  packNow(): Buffer;
  pack(): Promise<Buffer>;
}

/** Null if the value cannot fit into `maxBytes`. */
export function packing(value: unknown, maxBytes: number): Packing | null {
  const text = storedJson(value);
  if (text.length > maxBytes * BEST_RATIO) return null;
  return {
    isSmall: text.length <= SMALL,
    packNow: () => deflateRawSync(text, { level }),
    pack: () => deflate(text, { level }),
  };
}

/** The decompressed value; undefined if the bytes were not made by `pack`. */
export async function unpack(packed: Buffer): Promise<unknown> {
  try {
    return parseStored((await unpacked(packed)).toString('utf8'));
  } catch {
    // An unreadable entry counts as missing; the next run replaces it.
    return undefined;
  }
}

async function unpacked(packed: Buffer): Promise<Buffer> {
  if (packed.length > SMALL_PACKED) return inflate(packed);
  try {
    return inflateRawSync(packed, { maxOutputLength: MAX_UNPACKED_HERE });
  } catch {
    return inflate(packed);
  }
}
