import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';
import type { SourceFile } from '@tidemark/warehouse';
import { ByteBudget, openText } from '@tidemark/warehouse';
import { ImportSourceError } from '../source';

/** The end of the name of a text that is packed: by gzip or Brotli. */
export const PACKED = /\.(?:gz|gzip|br)$/i;

/** The text of a file from its beginning, unpacked. Gzip is recognised by its bytes, Brotli by the name. */
export async function openPlainText(file: SourceFile): Promise<Readable> {
  if (!/\.br$/i.test(file.name)) return openText(file, new ByteBudget(Number.MAX_SAFE_INTEGER));
  // Who reads the text gets its errors.
  return pipeline(await file.read(), createBrotliDecompress(), () => undefined);
}

/** An error of reading a file, in words where its packing is broken. */
export function unpackError(error: unknown, { name }: SourceFile): unknown {
  const { code } = Object(error) as { readonly code?: unknown };
  if (typeof code !== 'string' || !/^(?:Z_|ERR_BROTLI|ERR__?ERROR)/.test(code)) return error;
  return new ImportSourceError(`${name} cannot be unpacked: it is damaged, or ends too early.`, {
    cause: error,
  });
}
