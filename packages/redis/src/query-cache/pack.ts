import { promisify } from 'node:util';
import { constants, deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import { parseStored, storedJson } from '@tidemark/platform';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Rows of a table rarely pack better than this: what is larger is not even tried. */
const BEST_RATIO = 30;

/** Characters; packing less takes a fraction of a millisecond, a trip through the thread pool more. */
const SMALL = 32_768;

/** Bytes; unpacking less takes less than a trip through the thread pool, unless it holds far more than it should. */
const SMALL_PACKED = 4_096;
const MAX_UNPACKED_HERE = 262_144;

const level = constants.Z_BEST_SPEED;

/** A JSON value on its way to being compressed. */
export interface Packing {
  /** Whether `packNow` takes no time to speak of. */
  readonly isSmall: boolean;
  packNow(): Buffer;
  pack(): Promise<Buffer>;
}

/** Null when the value could not fit into `maxBytes`. */
export function packing(value: unknown, maxBytes: number): Packing | null {
  const text = storedJson(value);
  if (text.length > maxBytes * BEST_RATIO) return null;
  return {
    isSmall: text.length <= SMALL,
    packNow: () => deflateRawSync(text, { level }),
    pack: () => deflate(text, { level }),
  };
}

/** The value again; undefined when the bytes are not what `pack` made. */
export async function unpack(packed: Buffer): Promise<unknown> {
  try {
    return parseStored((await unpacked(packed)).toString('utf8'));
  } catch {
    // An entry that cannot be read is no entry; the next run replaces it.
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
