import type { ResultDeps } from './cache/stored-results';
import { keepResult } from './cache/stored-results';
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
    const answer = await run.admit(() => runQuery(deps, request, run.context, run.signal));
    await keepResult(deps, request, answer);
    return answer;
  } catch (error) {
    deps.metrics.failed(error, request.query.kind);
    throw error;
  }
}
