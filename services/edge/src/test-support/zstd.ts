import * as zlib from 'node:zlib';

interface Zstd {
  readonly constants: { readonly ZSTD_c_windowLog: number };
  readonly zstdCompressSync: (
    bytes: string | Buffer,
    options?: { readonly params: Readonly<Record<number, number>> },
  ) => Buffer;
}

const hasZstd = (module: object): module is Zstd => 'zstdCompressSync' in module;

const packWith =
  ({ constants, zstdCompressSync }: Zstd) =>
  (bytes: string | Buffer, windowLog?: number): Buffer =>
    zstdCompressSync(bytes, {
      params: windowLog === undefined ? {} : { [constants.ZSTD_c_windowLog]: windowLog },
    });

/** Compresses with zstd; null if Node.js does not support it. @param windowLog log2 of the window in the frame's header */
export const packZstd: ((bytes: string | Buffer, windowLog?: number) => Buffer) | null = hasZstd(
  zlib,
)
  ? packWith(zlib)
  : null;
