import { setTimeout as delay } from 'node:timers/promises';
import type { AdmissionDeps } from '../admission/admit';
import { admitted } from '../admission/admit';
import type { ResponseDeps } from '../compute/build-response';
import type { ExecutionLimits } from '../execute/limits';
import { cancelled } from '../execute/run-errors';
import type { RunWatch } from '../observe/run-watch';
import type { PreparedQuery } from '../prepared-query';
import type { StreamFormat } from './formats';
import { openStream } from './open-stream';
import type { OpenStream } from './source';

/** The reader gets the end of the data shortly after the engine has ended. */
const AFTERMATH_MS = 1_000;

/** The bytes of a response, and whether its client stopped reading. */
export interface ByteStream {
  readonly chunks: AsyncIterable<Buffer | string>;
  /** Aborted when the client paused for too long: the query is ended, and the rest of the bytes is never sent. */
  readonly stalled: AbortSignal;
}

export interface StreamedQuery extends ByteStream {
  /** Resolves when the engine has ended its work for it. */
  readonly closed: Promise<void>;
}

/**
 * The bytes of a response while the engine finds them, in one of the project's slots until the last byte. Resolves
 * when the first bytes are available; earlier failures are thrown here.
 *
 * @throws HogQLError, QueryError, also after some bytes
 */
export async function streamQuery(
  deps: ResponseDeps & AdmissionDeps,
  prepared: PreparedQuery,
  run: {
    readonly format: StreamFormat;
    readonly limits: ExecutionLimits;
    /** Options of CSV. */
    readonly escapeFormulas: boolean;
    readonly signal: AbortSignal;
    readonly watch: RunWatch;
    /** A client that pauses for this long would keep its slot from others. */
    readonly stalledMs: number;
  },
): Promise<StreamedQuery> {
  const { watch } = run;
  const stalled = new AbortController();
  const signal = AbortSignal.any([run.signal, stalled.signal]);
  const reading = createReading(() => stalled.abort(), run.stalledMs);
  try {
    const opened = await new Promise<OpenStream>((resolve, reject) => {
      admitted(deps, { projectId: prepared.request.project.id, signal, watch }, async () => {
        const stream = await openStream(deps, prepared, { ...run, signal });
        resolve(stream);
        await watch.during('engine', () => stream.closed);
      })
        .then(() => Promise.race([reading.over, delay(AFTERMATH_MS, undefined, { ref: false })]))
        .then(() => watch.end(reading.failure()))
        // Before the stream is open; later failures are thrown by the stream.
        .catch(reject);
    });
    return {
      chunks: await reading.of(opened.chunks),
      stalled: stalled.signal,
      closed: opened.closed,
    };
  } catch (error) {
    watch.end(error);
    throw error;
  }
}

/** Measures how a client reads a response. */
function createReading(onStall: () => void, stalledMs: number) {
  let [isComplete, failure]: [boolean, unknown] = [false, null];
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  async function* rest(
    first: IteratorResult<Buffer | string, unknown>,
    chunks: AsyncGenerator<Buffer | string>,
  ): AsyncGenerator<Buffer | string> {
    try {
      for (let next = first; next.done !== true; next = await chunks.next()) {
        const timer = setTimeout(onStall, stalledMs);
        try {
          yield next.value;
        } finally {
          clearTimeout(timer);
        }
      }
      isComplete = true;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // Ends the query if the client has left.
      await chunks.return(undefined);
      end();
    }
  }
  return {
    over,
    /** Null if the client has read everything. */
    failure: (): unknown => failure ?? (isComplete ? null : cancelled()),
    async of(chunks: AsyncGenerator<Buffer | string>): Promise<AsyncIterable<Buffer | string>> {
      return rest(await chunks.next(), chunks);
    },
  };
}
