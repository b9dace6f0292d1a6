import type { QueryResponse } from '../cache/cache-keys';
import type { KnownFailuresDeps } from '../cache/known-failures';
import { rememberEnd } from '../cache/known-failures';
import type { ResultDeps } from '../cache/stored-results';
import { arrivalsOf, storeResult } from '../cache/stored-results';
import type { QueryObserver } from '../observe/query-record';
import { withEarlyLookups } from '../plan/early-lookups';
import type { PreparedQuery } from '../prepared-query';
import type { ComputationRun, ResponseDeps } from './build-response';
import { buildResponse } from './build-response';

export type ComputeDeps = ResponseDeps &
  ResultDeps &
  KnownFailuresDeps & { readonly observe: QueryObserver };

/** Starts the work when its project has a slot. */
export type Admission = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Computes the result of a query in a slot of its project and stores it, in the foreground and in the background.
 *
 * @throws HogQLError, QueryError
 */
export async function computeResult(
  deps: ComputeDeps,
  prepared: PreparedQuery,
  run: ComputationRun & {
    readonly admit: Admission;
    /** See `ResultLookUp`; read here when absent. */
    readonly arrivals?: Promise<string>;
  },
): Promise<QueryResponse> {
  const { request, key } = prepared;
  const lookups = withEarlyLookups(deps.lookups, request);
  // Before any read: events that arrive during the query may be missing.
  const arrivalsBefore = run.arrivals ?? arrivalsOf(deps, request.project.id);
  try {
    const computed = await run.admit(async () => {
      const arrivals = await arrivalsBefore;
      const began = performance.now();
      const response = await buildResponse({ ...deps, lookups }, prepared, run);
      const tookMs = Math.round(performance.now() - began);
      run.watch.returned(rowsIn(response));
      await storeResult(deps, prepared, response, { arrivals, tookMs });
      return response;
    });
    run.watch.end();
    // No caller waits for this: the response is sent first.
    setImmediate(() => void rememberEnd(deps, key, null));
    return computed;
  } catch (error) {
    run.watch.end(error);
    await rememberEnd(deps, key, error);
    throw error;
  }
}

/** The number of rows of a table, or of series of an insight. */
function rowsIn({ results }: QueryResponse): number {
  return Array.isArray(results) ? results.length : 0;
}
