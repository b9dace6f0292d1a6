import { OutboundRejectedError } from '@tidemark/platform';
import { DestinationUnavailableError, ExportRejectedError } from '../errors';

/** Statuses that pass by themselves although they blame the request. */
const TRANSIENT = new Set([408, 409, 425, 429]);

/**
 * An SDK error in our own words: code and status are the store's vocabulary, its message may quote the
 * key id, and stays in the log.
 */
export function toDestinationError(error: unknown): Error {
  if (error instanceof ExportRejectedError) return error;
  if (error instanceof OutboundRejectedError) {
    return new ExportRejectedError(error.message, { cause: error });
  }
  const status = statusOf(error);
  const name = textOf(error, 'name') ?? 'unknown';
  if (status !== null && status >= 300 && status < 500 && !TRANSIENT.has(status)) {
    return new ExportRejectedError(`The bucket rejected the file (${name}, ${status}).`, {
      cause: error,
    });
  }
  const code = textOf(error, 'code') ?? name;
  return new DestinationUnavailableError(
    `The bucket could not be written to (${status === null ? code : `${name}, ${status}`}).`,
    { cause: error },
  );
}

function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return null;
  const metadata: unknown = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) {
    return null;
  }
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : null;
}

/** A name or code: words, never sentences. */
function textOf(error: unknown, field: 'name' | 'code'): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const value: unknown = (error as { readonly name?: unknown; readonly code?: unknown })[field];
  return typeof value === 'string' ? value.replace(/[^\w.]/g, '').slice(0, 60) : null;
}
