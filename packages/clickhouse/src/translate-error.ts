import { ClickHouseError } from '@clickhouse/client';
import { ClickHouseQueryError, ClickHouseUnavailableError } from './errors';

/** Converts an error of the driver to our classes. The caller handles aborts before. */
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
