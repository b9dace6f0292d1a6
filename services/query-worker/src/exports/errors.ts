import { ClickHouseQueryError, ClickHouseUnavailableError } from '@tidemark/clickhouse';

/** A permanent failure of an export. The message is shown to users. */
export class ExportRejectedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ExportRejectedError';
  }
}

/** A temporary failure of a destination. The message is shown to users. */
export class DestinationUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DestinationUnavailableError';
  }
}

/**
 * The reason for a failed run, for users. Errors of engines and drivers can quote rows and credentials, so it
 * contains only our own texts; the log has the original error.
 */
export function reasonOf(error: unknown): { readonly reason: string; readonly isFinal: boolean } {
  if (error instanceof ExportRejectedError) return { reason: error.message, isFinal: true };
  if (error instanceof DestinationUnavailableError)
    return { reason: error.message, isFinal: false };
  if (error instanceof ClickHouseQueryError) {
    return { reason: `Reading the data failed (${error.type ?? error.code}).`, isFinal: false };
  }
  if (error instanceof ClickHouseUnavailableError) {
    return { reason: 'The data could not be read: the engine did not respond.', isFinal: false };
  }
  return { reason: 'An internal error occurred.', isFinal: false };
}
