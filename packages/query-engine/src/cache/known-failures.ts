import type { Logger } from '@tidemark/platform';
import type { FailureMemory } from '@tidemark/redis';
import { QueryError } from '../query-error';

export interface KnownFailuresDeps {
  readonly failures: FailureMemory;
  readonly logger: Logger;
}

/** So often in a row, then the next one is not tried (`wire/query.md` §2.1). */
const TIMES = 3;
/** Time, memory, rows or bytes: what the engine worked for in vain, and would again. */
const LIMITS: ReadonlySet<number> = new Set([504, 512, 513]);

function isLimit(error: unknown): error is QueryError {
  if (!(error instanceof QueryError)) return false;
  return LIMITS.has(error.status) || error.code === 'too_many_bytes';
}

/**
 * Refuses a query that has just run into the same limit again and again.
 *
 * @throws QueryError what it failed of
 */
export async function requireHope(deps: KnownFailuresDeps, resultKey: string): Promise<void> {
  const known = await deps.failures.find(resultKey).catch((error: unknown) => {
    deps.logger.warn({ err: error }, 'failures of queries cannot be read');
    return null;
  });
  if (known === null || known.times < TIMES) return;
  const { status, code, message } = known;
  const type = status === 400 ? 'validation_error' : 'server_error';
  throw new QueryError(status, type, code, message, true);
}

/** Remembers how a computation ended: `error` null when it was answered. */
export async function rememberEnd(
  deps: KnownFailuresDeps,
  resultKey: string,
  error: unknown,
): Promise<void> {
  try {
    if (isLimit(error)) await deps.failures.note(resultKey, error);
    else if (error === null) await deps.failures.forget(resultKey);
  } catch (failure) {
    deps.logger.warn({ err: failure }, 'a failure of a query could not be remembered');
  }
}
