import { gunzipSync } from 'node:zlib';

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

/** The limits of decompressed bytes. */
export interface InflateLimits {
  readonly maxInflatedBytes: number;
  /** Inflated bytes per compressed byte, beyond the first `FREE_BYTES`. */
  readonly maxRatio: number;
}

/** One compression format of node's zlib. It stops, within a chunk of output, where `maxOutputLength` is exceeded. */
export type Inflate = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

/** A body may inflate to this many bytes at any ratio: many equal events compress well, and these bytes cost little. */
export const FREE_BYTES = 8 * 1024 * 1024;

/** The maximum inflated size of `sentBytes` compressed bytes. */
export function inflatedBound(sentBytes: number, limits: InflateLimits): number {
  return Math.min(limits.maxInflatedBytes, Math.max(FREE_BYTES, sentBytes * limits.maxRatio));
}

/** The size of a chunk of zlib's output if the inflated size is unknown, as in Node.js. */
const CHUNK_BYTES = 16 * 1024;
/** The largest chunk for an inflated size that a body states; a false size must not cost more than this. */
const MAX_CHUNK_BYTES = 1024 * 1024;
/** The largest chunk per compressed byte. JSON of events rarely compresses better. */
const CHUNK_RATIO = 32;
const GZIP_MIN_BYTES = 18;

/**
 * Inflates gzip into one chunk of the size that its last four bytes state (RFC 1952, ISIZE). Chunks of a fixed size
 * would be allocated in addition to the result. A false size only changes the number of chunks.
 */
export const gunzip: Inflate = (bytes, { maxOutputLength }) =>
  gunzipSync(bytes, { maxOutputLength, chunkSize: chunkBytes(bytes, maxOutputLength) });

function chunkBytes(bytes: Buffer, maxOutputLength: number): number {
  if (bytes.length < GZIP_MIN_BYTES) return CHUNK_BYTES;
  // zlib needs one more byte than the data to notice the end within the chunk.
  const stated = bytes.readUInt32LE(bytes.length - 4) + 1;
  const possible = Math.min(maxOutputLength, MAX_CHUNK_BYTES, bytes.length * CHUNK_RATIO);
  return stated < bytes.length || stated > possible ? CHUNK_BYTES : stated;
}

/** Inflates gzip; see `inflateWith`. */
export function inflateGzip(bytes: Buffer, limits: InflateLimits): Buffer {
  return inflateWith(gunzip, bytes, limits);
}

/**
 * Inflates up to a bound, which is checked while inflating: a bomb costs at most the bound.
 *
 * @throws InflateError
 */
export function inflateWith(inflate: Inflate, bytes: Buffer, limits: InflateLimits): Buffer {
  const maxOutputLength = inflatedBound(bytes.length, limits);
  try {
    return inflate(bytes, { maxOutputLength });
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') {
      throw new InflateError('too_large', `inflated body is over ${maxOutputLength} bytes`);
    }
    throw new InflateError('invalid', errorCode(error) ?? 'unreadable');
  }
}

/** Whether the bytes begin with a gzip header with the method deflate, the only method that exists. */
export function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 0x08;
}

/** Returns the code of an error of zlib, such as `Z_DATA_ERROR`. */
function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return String(error.code);
}
