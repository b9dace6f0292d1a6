import {
  ClickHouseAbortedError,
  ClickHouseQueryError,
  ClickHouseUnavailableError,
} from '@tidemark/clickhouse';
import { QueryError } from '../query-error';

interface Mapping {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

/**
 * ClickHouse error code → what the user sees. The engine's own text can carry values of other rows, so
 * none of it is passed on; it goes to the server log only.
 */
const USER_ERRORS: Readonly<Record<number, Mapping>> = {
  6: userError('cannot_parse', 'A value cannot be parsed as the type this query needs.'),
  10: userError('not_found_column', 'A column of this query does not exist.'),
  27: userError('cannot_parse', 'A value cannot be parsed as the type this query needs.'),
  36: userError('bad_arguments', 'A function got an argument it does not accept.'),
  41: userError('cannot_parse', 'A text cannot be parsed as a date or time.'),
  42: userError(
    'number_of_arguments_doesnt_match',
    'A function got the wrong number of arguments.',
  ),
  43: userError(
    'illegal_type_of_argument',
    'A function or operator got an argument of a type it does not accept. Convert it first, for example with toString() or toFloat().',
  ),
  44: userError(
    'illegal_column',
    'A function or operator got a kind of column it does not accept.',
  ),
  46: userError('unknown_function', 'A function of this query does not exist.'),
  47: userError('unknown_identifier', 'A name in this query cannot be resolved.'),
  53: userError('type_mismatch', 'Two values of this query have types that do not go together.'),
  69: userError('argument_out_of_bound', 'A function got an argument outside its bounds.'),
  70: userError('cannot_convert_type', 'A value cannot be converted to the type this query needs.'),
  153: userError('illegal_division', 'Division by zero.'),
  179: userError('multiple_expressions_for_alias', 'One alias stands for two expressions.'),
  184: userError('illegal_aggregation', 'An aggregation stands where none is allowed.'),
  215: userError(
    'not_an_aggregate',
    'A selected column is neither inside an aggregation nor in GROUP BY.',
  ),
  258: userError(
    'union_all_result_structures_mismatch',
    'The queries of a UNION return different columns.',
  ),
  376: userError('cannot_parse_uuid', 'A text cannot be parsed as a UUID.'),
  386: userError('no_common_type', 'Two values of this query have no common type.'),
  403: userError(
    'invalid_join_on_expression',
    'This JOIN condition is not supported: use equality between the two sides.',
  ),
  407: userError('decimal_overflow', 'A number is outside the range of its type.'),
  427: userError('cannot_compile_regexp', 'A regular expression is invalid.'),
  467: userError('cannot_parse_bool', 'A text cannot be parsed as true or false.'),
  636: userError('type_mismatch', 'A type cannot be worked out for this query.'),
};

function userError(code: string, detail: string): Mapping {
  return { status: 400, code, detail };
}

const TIMEOUT = 159;
const TOO_SLOW = 160;
const MEMORY_LIMIT = 241;
const TOO_MANY_SIMULTANEOUS = 202;
const SAME_ID_RUNNING = 216;
const CANCELLED = 394;
const TOO_MANY_ROWS = [158, 307, 396];

/** The wire's answer for an engine failure; anything that is not an engine failure is given back as is. */
export function toQueryError(error: unknown): unknown {
  const cause = { cause: error };
  if (error instanceof ClickHouseAbortedError) return cancelled(cause);
  if (error instanceof ClickHouseUnavailableError) {
    return new QueryError(
      503,
      'server_error',
      'error',
      'The query engine does not answer. Try again in a moment.',
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
  if (code === TOO_MANY_SIMULTANEOUS) {
    return new QueryError(
      503,
      'server_error',
      'error',
      'Too many queries are running right now. Try again in a moment.',
      true,
      cause,
    );
  }
  if (code === CANCELLED) return cancelled(cause);
  if (code === SAME_ID_RUNNING) {
    return new QueryError(
      400,
      'validation_error',
      'query_already_running',
      'A query with this client_query_id is still running. Wait for it, cancel it, or use another id.',
      true,
      cause,
    );
  }
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
  const user = USER_ERRORS[code];
  if (user !== undefined) {
    return new QueryError(user.status, 'validation_error', user.code, user.detail, true, cause);
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

function cancelled(cause: ErrorOptions): QueryError {
  return new QueryError(
    400,
    'validation_error',
    'query_cancelled',
    'Query was cancelled.',
    true,
    cause,
  );
}
