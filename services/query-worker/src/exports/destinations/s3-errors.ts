import { OutboundRejectedError } from '@tidemark/platform';
import { DestinationUnavailableError, ExportRejectedError } from '../errors';

/** Client-error statuses of failures that are temporary. */
const TRANSIENT = new Set([408, 409, 425, 429]);

/**
 * Converts an error of the SDK to our own message with its code and status. The SDK's message may quote the key id,
 * so only the log contains it.
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

/** The name or code of an error, without free text. */
function textOf(error: unknown, field: 'name' | 'code'): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const value: unknown = (error as { readonly name?: unknown; readonly code?: unknown })[field];
  return typeof value === 'string' ? value.replace(/[^\w.]/g, '').slice(0, 60) : null;
}
