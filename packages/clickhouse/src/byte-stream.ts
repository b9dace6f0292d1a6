import type { Readable, TransformCallback } from 'node:stream';
import { Transform, pipeline } from 'node:stream';
import { ClickHouseQueryError } from './errors';

/** More than the block with which the engine reports an error after rows. The engine limits the text in it. */
const TAIL_BYTES = 64 * 1024;

/**
 * Passes the bytes of a result on, and fails at the end if the engine has appended an error: the status of the response
 * was already sent with the first rows. The error is marked with a tag that is random per response, so that rows cannot
 * contain it. For formats of records (Parquet), the interrupted connection shows the error too. The last bytes are
 * delayed until it is known that they contain no error, so that its text, which may quote values, is never passed on.
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
    const error = errorAtEnd(rest, this.tag);
    if (error !== null) done(this.fail(error));
    else done(null, rest.length === 0 ? undefined : rest);
  }
}

/** The text of an error that the engine has appended to rows; null without one. */
function errorAtEnd(bytes: Buffer, tag: string | null): string | null {
  if (tag === null) return null;
  const text = bytes.subarray(-TAIL_BYTES).toString('latin1');
  const start = text.lastIndexOf(`__exception__\r\n${tag}`);
  return start === -1 ? null : text.slice(start);
}

/**
 * Reads a whole result, without the cost of a stream.
 *
 * @param fail converts an error that the engine has appended
 * @returns null if the result has more bytes than the limit; the connection is then closed
 */
export async function readResult(
  source: Readable,
  {
    tag,
    limit,
    fail,
  }: {
    readonly tag: string | null;
    readonly limit: number;
    readonly fail: (text: string) => Error;
  },
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const isWhole = await new Promise<boolean>((resolve, reject) => {
    source.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes <= limit) return;
      resolve(false);
      source.destroy();
    });
    source.once('end', () => resolve(true));
    source.once('error', reject);
    source.once('close', () =>
      reject(new Error('The connection was closed before the end of the result')),
    );
  });
  if (!isWhole) return null;
  const whole = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  const error = errorAtEnd(whole, tag);
  if (error !== null) throw fail(error);
  return whole;
}

/** Parses an error that the engine writes after rows: `Code: 241. DB::Exception: … (MEMORY_LIMIT_EXCEEDED)`. */
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

/** Returns the stream for a caller. It ends only after the complete result; if it is destroyed, the query is killed. */
export function guardedStream(
  source: Readable,
  options: {
    readonly tag: string | null;
    readonly queryId: string;
    readonly signal?: AbortSignal;
    /** Converts an error of the driver. */
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
