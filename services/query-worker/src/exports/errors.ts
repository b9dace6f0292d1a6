import { ClickHouseQueryError, ClickHouseUnavailableError } from '@tidemark/clickhouse';

/** Trying again would end the same way. The message is shown to users. */
export class ExportRejectedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ExportRejectedError';
  }
}

/** A destination that does not work now. The message is shown to users. */
export class DestinationUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DestinationUnavailableError';
  }
}

/**
 * What a run says about why it failed. Engines and drivers quote rows and credentials in their texts, so
 * only our own words are shown; the log has the error itself.
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
