import { ClickHouseError } from '@clickhouse/client';
import { ClickHouseQueryError, ClickHouseUnavailableError } from './errors';

/** The driver's errors in our own classes; the caller has already dealt with aborts. */
export function translateError(
  error: unknown,
  queryId: string,
): ClickHouseQueryError | ClickHouseUnavailableError {
  if (error instanceof ClickHouseError) {
    return new ClickHouseQueryError(
      {
        code: Number(error.code),
        type: error.type ?? null,
        message: error.message,
        queryId,
      },
      { cause: error },
    );
  }
  return new ClickHouseUnavailableError(queryId, error);
}
