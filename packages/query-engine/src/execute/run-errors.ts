import { QueryError } from '../query-error';

/** The error for callers that wait for a query when it is cancelled. */
export function cancelled(options: ErrorOptions = {}): QueryError {
  const detail = 'Query was cancelled.';
  return new QueryError(400, 'validation_error', 'query_cancelled', detail, true, options);
}

/** A client query id can belong to only one query at a time. */
export function stillRunning(options: ErrorOptions = {}): QueryError {
  return new QueryError(
    400,
    'validation_error',
    'query_already_running',
    'A query with this client_query_id is still running. Wait for it, cancel it, or use another id.',
    true,
    options,
  );
}
