import type { Readable, TransformCallback } from 'node:stream';
import { Transform, pipeline } from 'node:stream';
import { ClickHouseQueryError } from './errors';

/** The frame is a few hundred bytes; the engine bounds the text of an error in it. */
const TAIL_BYTES = 64 * 1024;

/**
 * Passes the bytes of a result on and fails at its end when the engine appended an error to it: rows
 * were on their way already, so the status said success. The tag is random per response, no row can
 * forge it. In a format of records (Parquet) the broken connection is a sign as well. The last bytes are held
 * back until the end is known to be good: the text of an error, which may quote values, never gets out.
 */
class ExceptionGuard extends Transform {
  private tail: Buffer[] = [];
  private tailBytes = 0;

  constructor(
    private readonly tag: string | null,
    private readonly fail: (text: string) => Error,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.tail.push(chunk);
    this.tailBytes += chunk.length;
    while (this.tail.length > 1 && this.tailBytes - (this.tail[0]?.length ?? 0) >= TAIL_BYTES) {
      const known = this.tail.shift();
      this.tailBytes -= known?.length ?? 0;
      this.push(known);
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    const rest = Buffer.concat(this.tail);
    const text = rest.subarray(-TAIL_BYTES).toString('latin1');
    const start = this.tag === null ? -1 : text.lastIndexOf(`__exception__\r\n${this.tag}`);
    if (start !== -1) done(this.fail(text.slice(start)));
    else done(null, rest.length === 0 ? undefined : rest);
  }
}

/** An error as the engine writes it behind rows: `Code: 241. DB::Exception: … (MEMORY_LIMIT_EXCEEDED)`. */
export function lateError(text: string, queryId: string): ClickHouseQueryError {
  const code = /Code: (\d+)/.exec(text)?.[1];
  const type = /\(([A-Z_]+)\)/.exec(text)?.[1];
  return new ClickHouseQueryError({
    code: Number(code ?? 0),
    type: type ?? null,
    message: 'The query failed after rows had been sent',
    queryId,
  });
}

/** The stream that a caller gets: ends only behind a whole result, kills the query when abandoned. */
export function guardedStream(
  source: Readable,
  options: {
    readonly tag: string | null;
    readonly queryId: string;
    readonly signal?: AbortSignal;
    /** The driver's error in our own words. */
    readonly failure: (error: unknown) => Error;
    /** Ends the query in the engine. */
    readonly end: () => void;
  },
): Readable {
  const { tag, queryId, signal } = options;
  const guard = new ExceptionGuard(tag, (text) => lateError(text, queryId));
  let isComplete = false;
  guard.once('end', () => {
    isComplete = true;
  });
  const onAbort = (): void => void guard.destroy(options.failure(new Error('aborted')));
  signal?.addEventListener('abort', onAbort, { once: true });
  source.once('error', (error) => guard.destroy(options.failure(error)));
  pipeline(source, guard, () => undefined);
  guard.once('close', () => {
    signal?.removeEventListener('abort', onAbort);
    if (!isComplete) options.end();
  });
  return guard;
}
