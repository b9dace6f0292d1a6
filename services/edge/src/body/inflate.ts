import { gunzip, gunzipSync } from 'node:zlib';
import { promisify } from 'node:util';
import type { Slots } from './slots';

/** Why compressed bytes were not inflated. */
export class InflateError extends Error {
  constructor(
    readonly reason: 'invalid' | 'too_large',
    message: string,
  ) {
    super(message);
    this.name = 'InflateError';
  }
}

/**
 * A body of at most this many bytes, and what it may grow to, is inflated in place: a trip to the thread
 * pool costs more CPU than most bodies. A larger result is begun anew in the pool.
 */
const SYNC_LIMIT_BYTES = 64 * 1024;
const SYNC_OUTPUT_BYTES = 512 * 1024;

const gunzipInPool = promisify(gunzip);

/** One compression format of node's zlib. */
export interface InflateCodec {
  inSync(bytes: Buffer, options: { readonly maxOutputLength: number }): Buffer;
  inPool(bytes: Buffer, options: { readonly maxOutputLength: number }): Promise<Buffer>;
}

const GZIP: InflateCodec = { inSync: gunzipSync, inPool: gunzipInPool };

/** Inflates gzip; see `inflateWith`. */
export function inflateGzip(bytes: Buffer, maxOutputLength: number, slots: Slots): Promise<Buffer> {
  return inflateWith(GZIP, bytes, maxOutputLength, slots);
}

/**
 * Inflates up to a cap, so that a bomb costs at most the cap.
 *
 * @param slots bounds how many large bodies are inflated at once.
 * @throws InflateError
 */
export async function inflateWith(
  codec: InflateCodec,
  bytes: Buffer,
  maxOutputLength: number,
  slots: Slots,
): Promise<Buffer> {
  try {
    if (bytes.length <= SYNC_LIMIT_BYTES) {
      const inflated = inPlace(codec, bytes, Math.min(maxOutputLength, SYNC_OUTPUT_BYTES));
      if (inflated !== undefined) return inflated;
    }
    return await slots.run(() => codec.inPool(bytes, { maxOutputLength }));
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') {
      throw new InflateError('too_large', `inflated body is over ${maxOutputLength} bytes`);
    }
    throw new InflateError('invalid', errorCode(error) ?? 'unreadable');
  }
}

/** Undefined when the result is over the cap. */
function inPlace(codec: InflateCodec, bytes: Buffer, maxOutputLength: number): Buffer | undefined {
  try {
    return codec.inSync(bytes, { maxOutputLength });
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

/** The first three bytes of a gzip member with the only method there is. */
export function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 0x08;
}

/** `Z_DATA_ERROR`, `Z_BUF_ERROR` and so on. */
function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return String(error.code);
}
