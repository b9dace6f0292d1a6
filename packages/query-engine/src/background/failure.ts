import { HogQLError } from '@tidemark/hogql';
import { QueryError } from '../query-error';

/** The failure in a status; `message` is null when the cause must stay hidden. */
export interface Failure {
  readonly message: string | null;
  readonly code: string | null;
}

/** The part of a failure that a user may see (`docs/wire/query-runs.md#message-visibility`). */
export function visibleFailure(error: unknown): Failure {
  if (error instanceof HogQLError) return { message: error.message, code: error.code };
  if (error instanceof QueryError && error.exposable) {
    return { message: error.message, code: error.code };
  }
  return { message: null, code: null };
}

/** Whether the engine is unavailable or at capacity: the same query may succeed soon. */
export function isTransient(error: unknown): boolean {
  return error instanceof QueryError && error.status === 503;
}

/** The failure of a run that no worker holds or will take. */
export const LOST: Failure = {
  message: 'The process that ran this query died. Run it again.',
  code: 'query_worker_lost',
};
