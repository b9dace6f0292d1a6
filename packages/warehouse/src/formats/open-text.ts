import { pipeline, Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ByteBudget } from '../limits';
import type { SourceFile } from '../sources/source';

/** The size of the slices in which a file is parsed, so that a reader of the first rows does not wait for the rest. */
const SLICE_BYTES = 64 * 1024;

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    yield bytes.subarray(at, at + SLICE_BYTES);
  }
}

/**
 * Opens a text file and decompresses it if its first bytes are those of gzip. At most the budget is decompressed,
 * whatever size an archive declares. Destroying the stream ends the read.
 */
export async function openText(file: SourceFile, budget: ByteBudget): Promise<Readable> {
  const raw = await file.read();
  const bytes = raw[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let head: Buffer = Buffer.alloc(0);
  // A first piece may be shorter than the mark of gzip.
  while (head.length < 2) {
    const next = await bytes.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield* slices(head);
    for (let next = await bytes.next(); next.done !== true; next = await bytes.next()) {
      yield* slices(next.value);
    }
  }
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        budget.spend(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  const source = Readable.from(whole(), { objectMode: false });
  // Errors are ignored here, because the reader gets them from the last stream.
  const settled = (): void => void raw.destroy();
  return head[0] === 0x1f && head[1] === 0x8b
    ? pipeline(source, createGunzip(), counted, settled)
    : pipeline(source, counted, settled);
}
