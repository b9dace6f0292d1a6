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

/** One compression format of node's zlib. It stops, within a chunk of 16 KiB, where `maxOutputLength` is exceeded. */
export type Inflate = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

/** A body may inflate to this many bytes at any ratio: many equal events compress well, and these bytes cost little. */
export const FREE_BYTES = 8 * 1024 * 1024;

/** The maximum inflated size of `sentBytes` compressed bytes. */
export function inflatedBound(sentBytes: number, limits: InflateLimits): number {
  return Math.min(limits.maxInflatedBytes, Math.max(FREE_BYTES, sentBytes * limits.maxRatio));
}

/** Inflates gzip; see `inflateWith`. */
export function inflateGzip(bytes: Buffer, limits: InflateLimits): Buffer {
  return inflateWith(gunzipSync, bytes, limits);
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
