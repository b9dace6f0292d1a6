import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { toQueryError } from '../execute/engine-error';

/** A response that is being sent. */
export interface OpenStream {
  /** Failures are QueryErrors. */
  readonly chunks: AsyncGenerator<Buffer | string>;
  /** Resolves when the engine has nothing more to do with it. */
  readonly closed: Promise<void>;
}

/** Resolves however it ended: the reader gets the error. */
export async function sourceEnded(source: Readable): Promise<void> {
  await finished(source).catch(() => undefined);
}

/** @throws QueryError */
export async function started<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toQueryError(error);
  }
}
