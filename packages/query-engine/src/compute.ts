import type { ResultDeps } from './cache/stored-results';
import { arrivalsOf, keepResult } from './cache/stored-results';
import type { KnownFailuresDeps } from './cache/known-failures';
import { rememberEnd } from './cache/known-failures';
import type { QueryObserver } from './observe/query-record';
import type { RunWatch } from './observe/run-watch';
import { withEarlyLookups } from './plan/early-lookups';
import type { QueryRequest } from './query-request';
import { cacheKey } from './respond/cache-key';
import type { QueryAnswer, RunnerDeps } from './run-query';
import { runQuery } from './run-query';

export type ComputeDeps = RunnerDeps &
  ResultDeps &
  KnownFailuresDeps & { readonly observe: QueryObserver };

/** Lets the work be done at its turn. */
export type Admission = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Computes an answer and stores it for later.
 *
 * @throws HogQLError, QueryError
 */
export async function computeAnswer(
  deps: ComputeDeps,
  request: QueryRequest,
  run: {
    readonly context: 'blocking' | 'background';
    readonly admit: Admission;
    readonly signal?: AbortSignal | undefined;
    readonly watch: RunWatch;
  },
): Promise<QueryAnswer> {
  const key = cacheKey(request.query, request.project, request.maxRows);
  const lookups = withEarlyLookups(deps.lookups, request);
  // Before anything is read: what arrives meanwhile may be missing.
  const arrivalsBefore = arrivalsOf(deps, request.project.id);
  try {
    const computed = await run.admit(async () => {
      const arrivals = await arrivalsBefore;
      const began = performance.now();
      const answer = await runQuery({ ...deps, lookups }, request, run);
      const tookMs = Math.round(performance.now() - began);
      run.watch.returned(rowsIn(answer));
      await keepResult(deps, request, answer, { arrivals, tookMs });
      return answer;
    });
    run.watch.end();
    // Nobody has to wait for that: the answer is sent first.
    setImmediate(() => void rememberEnd(deps, key, null));
    return computed;
  } catch (error) {
    run.watch.end(error);
    await rememberEnd(deps, key, error);
    throw error;
  }
}

/** Rows of tables, series of insights. */
function rowsIn({ results }: QueryAnswer): number {
  return Array.isArray(results) ? results.length : 0;
}
