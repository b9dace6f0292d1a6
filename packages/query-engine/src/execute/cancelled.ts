import { QueryError } from '../query-error';

/** What whoever waits for a query learns when it is cancelled. */
export function cancelled(options: ErrorOptions = {}): QueryError {
  const detail = 'Query was cancelled.';
  return new QueryError(400, 'validation_error', 'query_cancelled', detail, true, options);
}
