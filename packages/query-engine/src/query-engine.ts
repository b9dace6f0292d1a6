import type { QueryStatus, RefreshMode } from '@tidemark/contracts';
import type { QueryRunStore } from '@tidemark/redis';
import type { EnqueueQuery } from './background/start';
import { startBackgroundRun } from './background/start';
import { engineQueryId } from './engine-query-id';
import type { QueryRequest } from './query-request';
import type { QueryAnswer, RunnerDeps } from './run-query';
import { runQuery } from './run-query';
import { cacheKey } from './respond/cache-key';

/** Body of a POST that computed nothing: a cache miss, with the background run if one was started. */
export interface CacheMissResponse {
  cache_key?: string;
  query_status: QueryStatus | null;
}

export type QueryResponseBody = QueryAnswer | CacheMissResponse;

export interface QueryEngine {
  /**
   * Runs a query as `refresh` says (specification 4.1). There is no result cache yet, so a result is
   * never fresh. `signal` cancels a blocking run.
   *
   * @throws HogQLError | QueryError
   */
  run(
    request: QueryRequest,
    refresh: RefreshMode,
    signal?: AbortSignal,
  ): Promise<QueryResponseBody>;
  /** Null when the id is unknown in this project, expired or cancelled. */
  status(projectId: number, queryId: string): Promise<QueryStatus | null>;
  /** Cancels whatever runs under the id, also when nothing does. A finished run stays readable. */
  cancel(projectId: number, queryId: string): Promise<void>;
}

export function createQueryEngine(
  deps: RunnerDeps & {
    readonly runs: QueryRunStore;
    readonly enqueue: EnqueueQuery;
    /** Takes a job that no worker has picked up out of the queue. */
    readonly dequeue: (runToken: string) => Promise<void>;
  },
): QueryEngine {
  return {
    async run(request, refresh, signal) {
      switch (refresh) {
        case 'force_cache':
          return { cache_key: keyOf(request), query_status: null };
        case 'force_async':
          return { query_status: await startBackgroundRun(deps, request) };
        case 'async':
        case 'lazy_async':
          return {
            cache_key: keyOf(request),
            query_status: await startBackgroundRun(deps, request),
          };
        case 'blocking':
        case 'force_blocking':
        case 'async_except_on_cache_miss':
          return await runQuery(deps, request, 'blocking', signal);
      }
    },
    async status(projectId, queryId) {
      return (await deps.runs.find(projectId, queryId))?.status ?? null;
    },
    async cancel(projectId, queryId) {
      const run = await deps.runs.find(projectId, queryId);
      if (run?.status.complete === true) return;
      if (run !== null) {
        await deps.runs.remove(projectId, queryId);
        await deps.dequeue(run.token);
      }
      await deps.clickhouse.kill(engineQueryId(projectId, queryId));
    },
  };
}

function keyOf(request: QueryRequest): string {
  return cacheKey(request.query, request.project, request.maxRows);
}
