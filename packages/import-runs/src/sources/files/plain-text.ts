import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';
import type { SourceFile } from '@tidemark/warehouse';
import { ByteBudget, decodeText, encodingOf, openText } from '@tidemark/warehouse';
import { ImportSourceError } from '../source';

/** The end of the name of a file that is compressed with gzip or Brotli. */
export const PACKED = /\.(?:gz|gzip|br)$/i;

/** Opens the decompressed text of a file. Gzip is recognised by its first bytes, Brotli by the name of the file. */
export async function openPlainText(file: SourceFile): Promise<Readable> {
  if (!/\.br$/i.test(file.name)) return openText(file, new ByteBudget(Number.MAX_SAFE_INTEGER));
  // Errors are reported to the reader of the stream.
  return pipeline(await file.read(), createBrotliDecompress(), () => undefined);
}

/** Opens the decompressed text of a file as UTF-8. UTF-16 is recognised by its byte order mark. */
export async function openUtf8Text(file: SourceFile): Promise<Readable> {
  const text = await openPlainText(file);
  const bytes = text[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let head: Buffer = Buffer.alloc(0);
  // A first piece may be shorter than a byte order mark.
  while (head.length < 3) {
    const next = await bytes.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    if (head.length > 0) yield head;
    for (let next = await bytes.next(); next.done !== true; next = await bytes.next()) {
      yield next.value;
    }
  }
  async function* decoded(): AsyncGenerator<Buffer> {
    for await (const piece of decodeText(whole(), 'utf-8')) yield Buffer.from(piece.text);
  }
  const isUtf16 = (encodingOf(head) ?? 'utf-8') !== 'utf-8';
  const pieces = Readable.from(isUtf16 ? decoded() : whole(), { objectMode: false });
  return pieces.on('close', () => void text.destroy());
}

/** Returns an ImportSourceError if an error means that the compressed data is damaged, else the error itself. */
export function unpackError(error: unknown, { name }: SourceFile): unknown {
  const { code } = Object(error) as { readonly code?: unknown };
  if (typeof code !== 'string' || !/^(?:Z_|ERR_BROTLI|ERR__?ERROR)/.test(code)) return error;
  return new ImportSourceError(`${name} cannot be unpacked: it is damaged, or ends too early.`, {
    cause: error,
  });
}
