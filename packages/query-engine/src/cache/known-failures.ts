import type { Logger } from '@tidemark/platform';
import type { FailureMemory, RememberedFailure } from '@tidemark/redis';
import { QueryError } from '../query-error';

export interface KnownFailuresDeps {
  readonly failures: FailureMemory;
  readonly logger: Logger;
}

/**
 * After this number of failures in a row, the query is rejected without another attempt
 * (`docs/wire/query.md#failure-memory`).
 */
const TIMES = 3;
/** Engine codes for time, memory, rows or bytes: the engine would reach the same limit again. */
const LIMITS: ReadonlySet<number> = new Set([504, 512, 513]);

function isLimit(error: unknown): error is QueryError {
  if (!(error instanceof QueryError)) return false;
  return LIMITS.has(error.status) || error.code === 'too_many_bytes';
}

/** The last failure of a query; null if there is none or it cannot be read. */
export function findFailure(
  { failures, logger }: KnownFailuresDeps,
  resultKey: string,
): Promise<RememberedFailure | null> {
  return failures.find(resultKey).catch((error: unknown) => {
    logger.warn({ err: error }, 'earlier failures of a query cannot be read');
    return null;
  });
}

/**
 * Rejects a query that has just reached the same limit several times in a row.
 *
 * @throws QueryError with the last failure
 */
export function requireNoKnownFailure(known: RememberedFailure | null): void {
  if (known === null || known.times < TIMES) return;
  const { status, code, message } = known;
  const type = status === 400 ? 'validation_error' : 'server_error';
  throw new QueryError(status, type, code, message, true);
}

/** Stores how a computation ended: `error` is null when it succeeded. */
export async function rememberEnd(
  deps: KnownFailuresDeps,
  resultKey: string,
  error: unknown,
): Promise<void> {
  try {
    if (isLimit(error)) await deps.failures.note(resultKey, error);
    else if (error === null) await deps.failures.forget(resultKey);
  } catch (failure) {
    deps.logger.warn({ err: failure }, 'the failure of a query could not be stored');
  }
}
