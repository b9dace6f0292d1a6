import { HogQLError } from '@tidemark/hogql';
import { QueryError } from '../query-error';

/** What a status tells of a failure; `message` is null when the cause must stay hidden. */
export interface Failure {
  readonly message: string | null;
  readonly code: string | null;
}

/** Which part of a failure a user may see (`wire/query.md` §3). */
export function visibleFailure(error: unknown): Failure {
  if (error instanceof HogQLError) return { message: error.message, code: error.code };
  if (error instanceof QueryError && error.exposable) {
    return { message: error.message, code: error.code };
  }
  return { message: null, code: null };
}

/** The engine is away or full: the same query may well succeed in a moment. */
export function isTransient(error: unknown): boolean {
  return error instanceof QueryError && error.status === 503;
}

/** Nobody works on the run any more, and nobody will. */
export const LOST: Failure = {
  message: 'The process that ran this query died. Run it again.',
  code: 'query_worker_lost',
};
