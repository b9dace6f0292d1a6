import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';
import type { SourceFile } from '@tidemark/warehouse';
import { ByteBudget, openText } from '@tidemark/warehouse';
import { ImportSourceError } from '../source';

/** The end of the name of a file that is compressed with gzip or Brotli. */
export const PACKED = /\.(?:gz|gzip|br)$/i;

/** Opens the decompressed text of a file. Gzip is recognised by its first bytes, Brotli by the name of the file. */
export async function openPlainText(file: SourceFile): Promise<Readable> {
  if (!/\.br$/i.test(file.name)) return openText(file, new ByteBudget(Number.MAX_SAFE_INTEGER));
  // Errors are reported to the reader of the stream.
  return pipeline(await file.read(), createBrotliDecompress(), () => undefined);
}

/** Returns an ImportSourceError if an error means that the compressed data is damaged, else the error itself. */
export function unpackError(error: unknown, { name }: SourceFile): unknown {
  const { code } = Object(error) as { readonly code?: unknown };
  if (typeof code !== 'string' || !/^(?:Z_|ERR_BROTLI|ERR__?ERROR)/.test(code)) return error;
  return new ImportSourceError(`${name} cannot be unpacked: it is damaged, or ends too early.`, {
    cause: error,
  });
}
