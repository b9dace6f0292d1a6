import { readProgress } from '@tidemark/clickhouse';
import type { QueryStatus, RefreshMode } from '@tidemark/contracts';
import type { QueryRunStore } from '@tidemark/redis';
import type { AdmissionDeps } from './admission/admit';
import { admitted } from './admission/admit';
import type { ReadBudgetDeps } from './admission/read-budget';
import { budgetLeft, requireBudget } from './admission/read-budget';
import type { EqualRunsDeps } from './background/equal-runs';
import { findRunning } from './background/equal-runs';
import { progressBody } from './background/progress';
import { readStatus } from './background/read-status';
import type { EnqueueQuery } from './background/start';
import { startBackgroundRun } from './background/start';
import { cancelQuery } from './cancel/cancel-query';
import { createOnceAtATime } from './cancel/once-at-a-time';
import { createRunsHere } from './cancel/runs-here';
import { requireHope } from './cache/known-failures';
import { findResult } from './cache/stored-results';
import type { ComputeDeps } from './compute';
import { computeAnswer } from './compute';
import { engineQueryId } from './engine-query-id';
import type { QueryObserver } from './observe/query-record';
import { startRunWatch } from './observe/run-watch';
import type { ExecutionLimits } from './execute/limits';
import { BLOCKING_LIMITS } from './execute/limits';
import { nextCursor } from './page/page-of-request';
import type { QueryProject } from './project';
import type { QueryRequest } from './query-request';
import { createCoalescer } from './refresh/coalesce';
import { ignoresCache, planRefresh } from './refresh/plan-refresh';
import { cacheKey } from './respond/cache-key';
import type { QueryAnswer } from './run-query';
import { runQuery } from './run-query';
import type { StreamFormat } from './stream/formats';
import type { ByteStream } from './stream/stream-query';
import { streamQuery } from './stream/stream-query';

/** Body of a POST that computed nothing: a cache miss, with the background run if one was started. */
export interface CacheMissResponse {
  cache_key?: string;
  query_status: QueryStatus | null;
}

export type QueryResponseBody =
  QueryAnswer | CacheMissResponse | (QueryAnswer & { readonly query_status: QueryStatus | null });

export interface QueryEngine {
  /**
   * Answers a query as `refresh` says (specification 4.1, `wire/query.md` §2): from the cache, computed in one of
   * the project's slots, or with the status of a background run. `signal` cancels a blocking run; `observe` gets to know of what was done here
   * for this very request. With `request.page` it is always computed, and `nextCursor` leads on.
   *
   * @throws HogQLError | QueryError
   */
  run(
    request: QueryRequest,
    refresh: RefreshMode,
    signal?: AbortSignal,
    observe?: QueryObserver,
  ): Promise<QueryResponseBody>;
  /** Bytes that a project's keys may still read; null without a budget. */
  budgetLeft(projectId: number): Promise<number | null>;
  /**
   * The rows of a query as bytes, computed and sent while the engine finds them (`docs/decisions.md`, Streams):
   * nothing is cached or held. Resolves with the first of them at hand; leaving the iteration, or `signal`, ends
   * the query.
   *
   * @throws HogQLError | QueryError, also in the middle: what has come until then is not the whole
   */
  stream(request: QueryRequest, format: StreamFormat, signal: AbortSignal): Promise<ByteStream>;
  /**
   * Computes a query of our own: nothing is cached, no limit of the project counts it.
   *
   * @throws HogQLError | QueryError
   */
  ask(request: QueryRequest, signal?: AbortSignal): Promise<QueryAnswer>;
  /**
   * Null when the id is unknown in this project, expired or cancelled. With `showProgress`, a run that is not
   * complete says how far the engine has come.
   *
   * @throws QueryError 403 when the run reads what this caller may not
   */
  status(
    project: Pick<QueryProject, 'id' | 'seesActivityLog'>,
    queryId: string,
    options?: { readonly showProgress?: boolean },
  ): Promise<QueryStatus | null>;
  /** See `cancelQuery`. @throws QueryError */
  cancel(projectId: number, queryId: string): Promise<void>;
}

export type QueryEngineDeps = ComputeDeps &
  AdmissionDeps &
  ReadBudgetDeps &
  EqualRunsDeps & {
    readonly runs: QueryRunStore;
    readonly enqueue: EnqueueQuery;
    /** Takes a job that no worker has picked up out of the queue. */
    readonly dequeue: (runToken: string) => Promise<void>;
    /** Whether the job waits or is being worked on. */
    readonly isQueued: (runToken: string) => Promise<boolean>;
    /** In place of `limits` for streams. */
    readonly streamLimits: Pick<ExecutionLimits, 'maxRows' | 'maxExecutionSeconds'> & {
      /** How long a client may take nothing of its answer. */
      readonly stalledSeconds: number;
    };
  };

export function createQueryEngine(deps: QueryEngineDeps): QueryEngine {
  const coalescer = createCoalescer();
  const here = createRunsHere();
  const once = createOnceAtATime();
  const compute = async (
    request: QueryRequest,
    caller: AbortSignal | undefined,
    observe: QueryObserver,
  ): Promise<QueryAnswer> => {
    await requireBudget(deps, request);
    return here.run(engineQueryId(request.project.id, request.queryId), caller, (signal) => {
      const watch = startRunWatch(observe, request, { by: 'blocking', startedAt: deps.now() });
      return computeAnswer(deps, request, {
        context: 'blocking',
        admit: (work) => admitted(deps, { projectId: request.project.id, signal, watch }, work),
        signal,
        watch,
      });
    });
  };
  const start = async (request: QueryRequest): Promise<QueryStatus> => {
    await requireBudget(deps, request);
    return startBackgroundRun(deps, request);
  };
  const noteCached = (request: QueryRequest, observe: QueryObserver): void =>
    startRunWatch(observe, request, { by: 'cache', startedAt: deps.now() }).end();

  return {
    budgetLeft: (projectId) => budgetLeft(deps, projectId),
    async run(request, refresh, signal, also) {
      const observe: QueryObserver = (record) => {
        deps.observe(record);
        also?.(record);
      };
      if (request.page !== undefined) {
        const answer = await compute(request, signal, observe);
        const cursor = nextCursor(request, request.page, answer['hasMore'] === true);
        return { ...answer, is_cached: false, nextCursor: cursor };
      }
      const key = cacheKey(request.query, request.project, request.maxRows);
      const stored = ignoresCache(refresh) ? null : await findResult(deps, request);
      if (!ignoresCache(refresh)) {
        const outcome = { none: 'miss', very: 'hit', somewhat: 'stale', stale: 'stale' } as const;
        const found = outcome[stored?.freshness ?? 'none'];
        deps.metrics.looked(found, request.query.kind, refresh);
      }
      const cached = { ...stored?.answer, is_cached: true };
      switch (planRefresh(refresh, stored?.freshness ?? 'none')) {
        case 'compute':
          // A forced run shows what is there now: it cannot share one that began before.
          if (refresh === 'force_blocking') return compute(request, signal, observe);
          await requireHope(deps, key);
          return coalescer.run(key, () => compute(request, signal, observe));
        case 'cached':
          noteCached(request, observe);
          return { ...cached, query_status: await findRunning(deps, request.project.id, key) };
        case 'cached_and_start':
          noteCached(request, observe);
          return { ...cached, query_status: await start(request) };
        case 'miss':
          return { cache_key: key, query_status: await findRunning(deps, request.project.id, key) };
        case 'miss_and_start':
          return { cache_key: key, query_status: await start(request) };
        case 'start':
          return { query_status: await start(request) };
      }
    },
    async stream(request, format, caller) {
      await requireBudget(deps, request);
      const id = engineQueryId(request.project.id, request.queryId);
      return new Promise((resolve, reject) => {
        here
          .run(id, caller, async (signal) => {
            const watch = startRunWatch(deps.observe, request, {
              by: 'stream',
              startedAt: deps.now(),
            });
            const { stalledSeconds, ...own } = deps.streamLimits;
            const limits = { ...BLOCKING_LIMITS, ...deps.limits, maxResultBytes: 0, ...own };
            const { chunks, stalled, closed } = await streamQuery(deps, request, {
              format,
              limits,
              signal,
              watch,
              stalledMs: stalledSeconds * 1_000,
            });
            resolve({ chunks, stalled });
            await closed;
          })
          .catch(reject);
      });
    },
    ask: (request, signal) =>
      runQuery(deps, request, {
        context: 'blocking',
        signal,
        watch: startRunWatch(() => undefined, request, { by: 'blocking', startedAt: deps.now() }),
      }),
    async status(
      { id: projectId, seesActivityLog = false },
      queryId,
      { showProgress = false } = {},
    ) {
      const id = engineQueryId(projectId, queryId);
      const stop = (): Promise<void> => deps.clickhouse.kill(id);
      const status = await readStatus({ ...deps, stop }, projectId, queryId, { seesActivityLog });
      if (status === null || status.complete || !showProgress) return status;
      return { ...status, query_progress: progressBody(await readProgress(deps.clickhouse, id)) };
    },
    cancel: (projectId, queryId) => {
      deps.metrics.cancelAsked();
      return once(engineQueryId(projectId, queryId), () =>
        cancelQuery({ ...deps, here }, projectId, queryId),
      );
    },
  };
}
