import { HogQLError } from '@tidemark/hogql';
import { ApiError, validationError } from '@tidemark/platform';
import { QueryError } from '@tidemark/query-engine';

/** A failed query on the wire (`wire/query.md` §7.3); null for what is no query's failure. */
export function mapQueryError(error: unknown): ApiError | null {
  if (error instanceof HogQLError) {
    return validationError(error.code, error.message, null, {
      hogql_metadata: {
        isValid: false,
        errors: [{ message: error.message, start: error.start, end: error.end }],
        warnings: [],
        notices: [],
        table_names: [],
      },
    });
  }
  if (error instanceof QueryError) {
    const { status, type, code, message, cause } = error;
    return new ApiError(status, type, code, message, { cause });
  }
  return null;
}
