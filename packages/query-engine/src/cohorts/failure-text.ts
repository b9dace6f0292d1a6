import { HogQLError } from '@tidemark/hogql';
import { QueryError } from '../query-error';

/** What users may know of a failed calculation. */
export function cohortFailureText(error: unknown): string {
  if (error instanceof HogQLError) return error.message;
  if (error instanceof QueryError && error.exposable) return error.message;
  return 'The calculation failed. It will be tried again.';
}
