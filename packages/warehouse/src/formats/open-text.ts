import { pipeline, Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ByteBudget } from '../limits';
import type { SourceFile } from '../sources/source';

/** Parsed without a pause: whoever wants the first rows alone does not pay for the rest. */
const SLICE_BYTES = 64 * 1024;

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    yield bytes.subarray(at, at + SLICE_BYTES);
  }
}

/**
 * The bytes of a text file, unpacked if they are gzip, by its first bytes. Whatever an archive claims,
 * at most the budget is decompressed. Destroying the stream ends the read.
 */
export async function openText(file: SourceFile, budget: ByteBudget): Promise<Readable> {
  const raw = await file.read();
  const bytes = raw[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await bytes.next();
  const head = first.done === true ? Buffer.alloc(0) : first.value;
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
  // The callback's errors are those of the last stream, which whoever reads it gets.
  const settled = (): void => void raw.destroy();
  return head[0] === 0x1f && head[1] === 0x8b
    ? pipeline(source, createGunzip(), counted, settled)
    : pipeline(source, counted, settled);
}
