import * as zlib from 'node:zlib';
import type { Inflate } from './inflate';

/** The functions that Node.js 22.15 added to zlib. */
interface Zstd {
  readonly constants: { readonly ZSTD_d_windowLogMax: number };
  readonly zstdDecompressSync: (
    bytes: Buffer,
    options: {
      readonly maxOutputLength: number;
      readonly params: Readonly<Record<number, number>>;
      readonly info: true;
    },
  ) => { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
}

/** 8 MiB, the largest window that RFC 9659 allows. The decoder allocates the window that a frame's header states. */
const MAX_WINDOW_LOG = 23;

/**
 * Inflates one zstd frame; null if Node.js does not support zstd.
 *
 * @throws an error with a code, as the other functions of zlib do
 */
export const inflateZstd: Inflate | null = hasZstd(zlib) ? inflateWithin(zlib) : null;

function inflateWithin({ constants, zstdDecompressSync }: Zstd): Inflate {
  const params = { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG };
  return (bytes, { maxOutputLength }) => {
    const { buffer, engine } = zstdDecompressSync(bytes, { maxOutputLength, params, info: true });
    // Node decodes only the first frame: bytes after it must not be ignored silently.
    if (engine.bytesWritten !== bytes.length) {
      throw Object.assign(new Error('data after the frame'), { code: 'Z_DATA_ERROR' });
    }
    return buffer;
  };
}

function hasZstd(module: object): module is Zstd {
  return 'zstdDecompressSync' in module;
}
