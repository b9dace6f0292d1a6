import { HogQLError } from '@tidemark/hogql';
import { ApiError, validationError } from '@tidemark/platform';
import { QueryError, referencedTables } from '@tidemark/query-engine';

/**
 * Converts the error of a query to the wire format (`docs/wire/api.md#error-query`); other errors are returned
 * unchanged.
 * @param source text of the statement
 */
export function toWireError(error: unknown, source: string): unknown {
  if (error instanceof HogQLError) return statementError(error, referencedTables(source));
  if (error instanceof QueryError) {
    const { status, type, code, message, attr, cause, retryAfterSeconds: seconds } = error;
    const headers = seconds === null ? {} : { 'Retry-After': String(seconds) };
    return new ApiError(status, type, code, message, { attr, cause, headers });
  }
  return error;
}

function statementError(error: HogQLError, tables: readonly string[]): ApiError {
  const { code, message, start, end } = error;
  const detail =
    tables.length === 0 ? message : `${message}\nTables referenced: ${tables.join(', ')}`;
  return validationError(code, detail, null, {
    hogql_metadata: {
      isValid: false,
      errors: [{ message, start, end }],
      warnings: [],
      notices: [],
      table_names: tables,
    },
  });
}
