import type { Readable, TransformCallback } from 'node:stream';
import { Transform, pipeline } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { ExportCompression, ExportFormat } from '@tidemark/contracts';
import { createRowCounter } from './row-counters';

/** A file on its way: its bytes, and what can be said about it once they have passed. */
export interface PackedFile {
  readonly body: Readable;
  /** @throws when the rows that passed were not a whole file */
  measure(): { readonly records: number; readonly bytes: number };
}

/** Fast rather than small: the engine can write ten times what the best levels pack. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 4 };

/** Counts rows and bytes, and packs text formats; Parquet comes packed. Errors reach `body`. */
export function packFile(
  source: Readable,
  format: ExportFormat,
  compression: ExportCompression | null,
): PackedFile {
  const rows = createRowCounter(format);
  let bytes = 0;
  const counted = tap((chunk) => rows.add(chunk));
  const body = tap((chunk) => {
    bytes += chunk.length;
  });
  const packer = format === 'Parquet' ? null : createPacker(compression);
  // Whoever reads `body` gets the error; this only ties the streams together.
  const onDone = (): void => undefined;
  if (packer === null) pipeline(source, counted, body, onDone);
  else pipeline(source, counted, packer, body, onDone);
  return { body, measure: () => ({ records: rows.rows(), bytes }) };
}

function createPacker(compression: ExportCompression | null): Transform | null {
  switch (compression) {
    case 'gzip':
      return createGzip(GZIP);
    case 'brotli':
      return createBrotliCompress(BROTLI);
    default:
      return null;
  }
}

function tap(look: (chunk: Buffer) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      look(chunk);
      done(null, chunk);
    },
  });
}
