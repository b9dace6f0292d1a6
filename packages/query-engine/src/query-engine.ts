import { readProgress } from '@tidemark/clickhouse';
import type { ExperimentForQuery, QueryStatus, RefreshMode } from '@tidemark/contracts';
import type { QueryRunStore } from '@tidemark/redis';
import type { AdmissionDeps } from './admission/admit';
import type { ReadBudgetDeps } from './admission/read-budget';
import { budgetLeft, requireBudget } from './admission/read-budget';
import type { EqualRunsDeps } from './background/equal-runs';
import { findRunning } from './background/equal-runs';
import { progressBody, readStatus } from './background/read-status';
import type { EnqueueQuery } from './background/start';
import { startBackgroundRun } from './background/start';
import type { QueryResponse } from './cache/cache-keys';
import { requireNoKnownFailure } from './cache/known-failures';
import { lookUpResult } from './cache/look-up';
import { ignoresCache, planRefresh, refreshFor } from './cache/plan-refresh';
import { cancelQuery } from './cancel/cancel-query';
import { createOnceAtATime } from './cancel/once-at-a-time';
import { askQuery } from './compute/ask-query';
import type { ComputeDeps } from './compute/compute-result';
import { engineQueryId } from './engine-query-id';
import type { ExecutionLimits } from './execute/limits';
import { BLOCKING_LIMITS } from './execute/limits';
import { createForegroundRuns } from './foreground/foreground-runs';
import { createRunsHere } from './foreground/runs-here';
import type { QueryObserver } from './observe/query-record';
import { startRunWatch } from './observe/run-watch';
import { nextCursor } from './page/page-of-request';
import type { PreparedQuery } from './prepared-query';
import { prepareQuery } from './prepared-query';
import type { QueryProject } from './project';
import type { QueryRequest } from './query-request';
import type { StreamFormat } from './stream/formats';
import type { ByteStream } from './stream/stream-query';
import { streamQuery } from './stream/stream-query';

/** Body of a POST that computed nothing: a cache miss, with the background run if one was started. */
export interface CacheMissResponse {
  cache_key?: string;
  query_status: QueryStatus | null;
}

export type QueryResponseBody =
  | QueryResponse
  | CacheMissResponse
  | (QueryResponse & { readonly query_status: QueryStatus | null });

/** Checks of the caller that run while the engine reads stored data. */
export interface CallerChecks {
  /**
   * Rejects when the caller exceeds its rate limit: nothing is computed, started or returned before it resolves, but
   * stored data is read meanwhile.
   */
  readonly admitted?: Promise<void>;
  /** The result of `budgetLeft`, so that it is read only once. */
  readonly budgetLeft?: Promise<number | null>;
}

export interface QueryEngine {
  /**
   * Serves a request as `refresh` says (`docs/wire/specification.md#refresh-values`, `docs/wire/query.md#refresh`):
   * with the stored result, with one that is computed in one of the project's slots, or with the status of a
   * background run. `signal` cancels a blocking run; `observe` receives a record of the work for this request. With
   * `request.page` the result is always computed, and `nextCursor` names the next page.
   *
   * @throws HogQLError | QueryError, or the error of `checks.admitted`
   */
  run(
    request: QueryRequest,
    refresh: RefreshMode,
    signal?: AbortSignal,
    observe?: QueryObserver,
    checks?: CallerChecks,
  ): Promise<QueryResponseBody>;
  /** Bytes that a project's keys may still read; null without a budget. */
  budgetLeft(projectId: number): Promise<number | null>;
  /**
   * The rows of a query as bytes, computed and sent while the engine finds them (`docs/decisions`, 0143 to 0146):
   * nothing is cached or buffered. Resolves when the first bytes are available; ending the iteration, or `signal`,
   * ends the query.
   *
   * @throws HogQLError | QueryError, also after some bytes: the response is then incomplete
   */
  stream(request: QueryRequest, format: StreamFormat, signal: AbortSignal): Promise<ByteStream>;
  /**
   * Computes a query of the product itself: it is not cached and does not count towards limits of the project.
   *
   * @param experiment replaces the stored experiment that an `ExperimentQuery` names
   * @throws HogQLError | QueryError
   */
  ask(
    request: QueryRequest,
    signal?: AbortSignal,
    experiment?: ExperimentForQuery,
  ): Promise<QueryResponse>;
  /**
   * The status of a run; null when its id is unknown in this project, expired or cancelled. With `showProgress`, the
   * status of an incomplete run contains its progress.
   *
   * @throws QueryError 403 when the run reads tables that this caller may not read
   */
  status(
    project: Pick<QueryProject, 'id' | 'readable'>,
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
    /** Removes a job that no worker has taken from the queue. */
    readonly dequeue: (runToken: string) => Promise<void>;
    /** Whether the job is waiting or in progress. */
    readonly isQueued: (runToken: string) => Promise<boolean>;
    /** Replaces `limits` for streams. */
    readonly streamLimits: Pick<ExecutionLimits, 'maxRows' | 'maxExecutionSeconds'> & {
      /** How long a client may pause reading its response. */
      readonly stalledSeconds: number;
      /** Whether CSV cells that a spreadsheet would run as a formula are prefixed with an apostrophe. */
      readonly escapeFormulas: boolean;
    };
  };

/**
 * The steps of a query: `run` serves a request, from the cache or by the following steps; `computeResult` computes a
 * result in a slot and stores it; `buildResponse` builds the response; `respond` of the kind plans its statements and
 * shapes their rows; `execute` sends one statement to ClickHouse. `prepareQuery` comes first and finds the kind and
 * the cache key for all of them.
 */
export function createQueryEngine(deps: QueryEngineDeps): QueryEngine {
  const here = createRunsHere();
  const once = createOnceAtATime();
  const foreground = createForegroundRuns({ ...deps, here });
  const startInBackground = async (
    prepared: PreparedQuery,
    left: CallerChecks['budgetLeft'],
  ): Promise<QueryStatus> => {
    await requireBudget(deps, prepared.request, left);
    return startBackgroundRun(deps, prepared);
  };
  const noteCached = (request: QueryRequest, observe: QueryObserver): void =>
    startRunWatch(observe, request, { by: 'cache', startedAt: deps.now() }).end();

  return {
    budgetLeft: (projectId) => budgetLeft(deps, projectId),
    async run(request, asked, signal, also, { admitted, budgetLeft: left } = {}) {
      const observe: QueryObserver = (record) => {
        deps.observe(record);
        also?.(record);
      };
      const prepared = prepareQuery(request);
      const { project, page } = request;
      if (page !== undefined) {
        await admitted;
        const known = { budgetLeft: left };
        const response = await foreground.computeAlone(prepared, signal, observe, known);
        const cursor = nextCursor(prepared.key, page, response['hasMore'] === true);
        return { ...response, is_cached: false, nextCursor: cursor };
      }
      const { key } = prepared;
      const refresh = refreshFor(prepared.kind, asked);
      const looked = lookUpResult(deps, prepared, ignoresCache(refresh));
      const known = { arrivals: looked.arrivals, budgetLeft: left };
      const [stored] = await Promise.all([looked.stored, admitted]);
      const running = async (): Promise<QueryStatus | null> =>
        findRunning(deps, { projectId: project.id, key }, await looked.holder);
      const freshness = stored?.freshness ?? 'none';
      if (!ignoresCache(refresh)) {
        const outcome = { none: 'miss', very: 'hit', somewhat: 'stale', stale: 'stale' } as const;
        deps.metrics.looked(outcome[freshness], request.query.kind, refresh);
      }
      const cached = { ...stored?.response, is_cached: true };
      switch (planRefresh(refresh, freshness)) {
        case 'compute':
          // A forced run shows the current data: it cannot share a computation that began earlier.
          if (refresh === 'force_blocking') {
            return foreground.computeAlone(prepared, signal, observe, known);
          }
          requireNoKnownFailure(await looked.failure);
          return foreground.computeShared(prepared, signal, observe, known);
        case 'cached':
          noteCached(request, observe);
          return { ...cached, query_status: await running() };
        case 'cached_and_start':
          noteCached(request, observe);
          return { ...cached, query_status: await startInBackground(prepared, left) };
        case 'miss':
          return { cache_key: key, query_status: await running() };
        case 'miss_and_start':
          return { cache_key: key, query_status: await startInBackground(prepared, left) };
        case 'start':
          return { query_status: await startInBackground(prepared, left) };
      }
    },
    async stream(request, format, caller) {
      const prepared = prepareQuery(request);
      await requireBudget(deps, request);
      return new Promise((resolve, reject) => {
        foreground
          .waitFor(request, caller, async (signal) => {
            const watch = startRunWatch(deps.observe, request, {
              by: 'stream',
              startedAt: deps.now(),
            });
            const { stalledSeconds, escapeFormulas, ...own } = deps.streamLimits;
            const limits = { ...BLOCKING_LIMITS, ...deps.limits, maxResultBytes: 0, ...own };
            const { chunks, stalled, closed } = await streamQuery(deps, prepared, {
              format,
              limits,
              escapeFormulas,
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
    ask: (request, signal, experiment) => {
      const lookups =
        experiment === undefined
          ? deps.lookups
          : { ...deps.lookups, findExperiment: () => Promise.resolve(experiment) };
      return askQuery({ ...deps, lookups, observe: () => undefined }, request, signal);
    },
    async status(caller, queryId, { showProgress = false } = {}) {
      const stop = (id: string): Promise<void> => deps.clickhouse.kill(id);
      const found = await readStatus({ ...deps, stop }, caller, queryId);
      if (found === null || found.status.complete || !showProgress) return found?.status ?? null;
      const progress = await readProgress(deps.clickhouse, found.engineId);
      return { ...found.status, query_progress: progressBody(progress) };
    },
    cancel: (projectId, queryId) => {
      deps.metrics.cancelAsked();
      return once(engineQueryId(projectId, queryId), () =>
        cancelQuery({ ...deps, here }, projectId, queryId),
      );
    },
  };
}
