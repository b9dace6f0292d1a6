import type { ResultDeps } from './cache/stored-results';
import { arrivalsOf, keepResult } from './cache/stored-results';
import type { QueryMetrics } from './query-metrics';
import type { QueryRequest } from './query-request';
import type { QueryAnswer, RunnerDeps } from './run-query';
import { runQuery } from './run-query';

export type ComputeDeps = RunnerDeps & ResultDeps & { readonly metrics: QueryMetrics };

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
  },
): Promise<QueryAnswer> {
  try {
    return await run.admit(async () => {
      // Before anything is read: what arrives meanwhile may be missing.
      const arrivals = await arrivalsOf(deps, request.project.id);
      const began = performance.now();
      const answer = await runQuery(deps, request, run.context, run.signal);
      const tookMs = Math.round(performance.now() - began);
      await keepResult(deps, request, answer, { arrivals, tookMs });
      return answer;
    });
  } catch (error) {
    deps.metrics.failed(error, request.query.kind);
    throw error;
  }
}
