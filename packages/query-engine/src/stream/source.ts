import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { toQueryError } from '../execute/engine-error';

/** A response that is in progress. */
export interface OpenStream {
  /** All failures are QueryErrors. */
  readonly chunks: AsyncGenerator<Buffer | string>;
  /** Resolves when the engine has ended its work for it. */
  readonly closed: Promise<void>;
}

/** Resolves when the source ends, also after an error, which the reader gets. */
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
