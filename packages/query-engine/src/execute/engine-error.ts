import {
  ClickHouseAbortedError,
  ClickHouseQueryError,
  ClickHouseUnavailableError,
} from '@tidemark/clickhouse';
import { QueryError } from '../query-error';
import { cancelled } from './run-errors';
import { stillRunning } from './run-errors';
import { userError } from './user-errors/user-errors';

const TIMEOUT = 159;
const TOO_SLOW = 160;
const MEMORY_LIMIT = 241;
/** Too many statements, no thread, no connection, or overload: the query may succeed soon. */
const AT_CAPACITY = [202, 203, 439, 745];
const SAME_ID_RUNNING = 216;
/** Codes of cancelled queries: by us, by a shutdown of the engine, by a closed connection. */
const CANCELLED = [236, 394, 735];
const TOO_MANY_ROWS = [158, 191, 307, 396];

/** Converts an engine failure to the API's error; other errors are returned unchanged. */
export function toQueryError(error: unknown): unknown {
  const cause = { cause: error };
  if (error instanceof ClickHouseAbortedError) return cancelled(cause);
  if (error instanceof ClickHouseUnavailableError) {
    return new QueryError(
      503,
      'server_error',
      'error',
      'The query engine is unavailable. Try again shortly.',
      true,
      cause,
    );
  }
  if (!(error instanceof ClickHouseQueryError)) return error;
  const { code } = error;
  if (code === TIMEOUT) {
    return new QueryError(
      504,
      'server_error',
      'error',
      'Query has hit the max execution time before completing. Try a shorter time range or fewer columns.',
      true,
      cause,
    );
  }
  if (code === TOO_SLOW) {
    return new QueryError(
      512,
      'server_error',
      'error',
      'Estimated query execution time is too long. Try a shorter time range.',
      true,
      cause,
    );
  }
  if (code === MEMORY_LIMIT) {
    return new QueryError(
      513,
      'server_error',
      'clickhouse_memory_limit_exceeded',
      'Query ran out of memory. Try a shorter time range, fewer groups or fewer columns.',
      true,
      cause,
    );
  }
  if (AT_CAPACITY.includes(code)) {
    return new QueryError(
      503,
      'server_error',
      'error',
      'Too many queries are running right now. Try again shortly.',
      true,
      cause,
    );
  }
  if (CANCELLED.includes(code)) return cancelled(cause);
  if (code === SAME_ID_RUNNING) return stillRunning(cause);
  if (TOO_MANY_ROWS.includes(code)) {
    return new QueryError(
      400,
      'validation_error',
      'too_many_bytes',
      'Query reads or returns more than is allowed. Add a LIMIT or a shorter time range.',
      true,
      cause,
    );
  }
  const user = userError(code);
  if (user !== undefined) {
    return new QueryError(400, 'validation_error', user.code, user.detail, true, cause);
  }
  return new QueryError(
    500,
    'server_error',
    'error',
    'ClickHouse error while executing query.',
    false,
    cause,
  );
}
