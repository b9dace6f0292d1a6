import { stopQuery } from '@tidemark/clickhouse';
import type { AdmissionDeps } from '../admission/admit';
import { admitted } from '../admission/admit';
import type { ReadBudgetDeps } from '../admission/read-budget';
import { requireBudget } from '../admission/read-budget';
import type { QueryResponse } from '../cache/cache-keys';
import type { ComputeDeps } from '../compute/compute-result';
import { computeResult } from '../compute/compute-result';
import { engineIdOf, engineQueryId } from '../engine-query-id';
import type { QueryObserver } from '../observe/query-record';
import { startRunWatch } from '../observe/run-watch';
import type { PreparedQuery } from '../prepared-query';
import type { QueryRequest } from '../query-request';
import { createCoalescer } from './coalesce';
import type { NamedRunDeps } from './named-run';
import { asNamedRun } from './named-run';
import type { RunsHere } from './runs-here';

/** The longest time that clients wait until the engine has ended a query that all of them have left. */
const STOP_MS = 5_000;

/** Reads that were started when the request arrived. */
interface Foreknown {
  /** See `ResultLookUp`. */
  readonly arrivals?: Promise<string>;
  /** See `budgetLeft`. */
  readonly budgetLeft?: Promise<number | null> | undefined;
}

export type ForegroundDeps = ComputeDeps &
  AdmissionDeps &
  ReadBudgetDeps &
  NamedRunDeps & { readonly here: RunsHere };

/** Runs that a caller of this process waits for. */
export interface ForegroundRuns {
  /** Does the work of a run; `signal` fires when the caller leaves, or when the id is cancelled in any process. */
  waitFor<T>(
    request: QueryRequest,
    caller: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  /** Computes a result for this request alone. @throws HogQLError, QueryError */
  computeAlone(
    prepared: PreparedQuery,
    caller: AbortSignal | undefined,
    observe: QueryObserver,
    known?: Foreknown,
  ): Promise<QueryResponse>;
  /** Computes a result; equal simultaneous requests share the computation. */
  computeShared(
    prepared: PreparedQuery,
    caller: AbortSignal | undefined,
    observe: QueryObserver,
    known?: Foreknown,
  ): Promise<QueryResponse>;
}

export function createForegroundRuns(deps: ForegroundDeps): ForegroundRuns {
  const coalescer = createCoalescer();
  const waitFor: ForegroundRuns['waitFor'] = (request, caller, work) =>
    deps.here.run(engineQueryId(request.project.id, request.queryId), caller, (signal) =>
      asNamedRun(deps, request, signal, work),
    );
  const compute = async (
    prepared: PreparedQuery,
    signal: AbortSignal,
    observe: QueryObserver,
    { arrivals, budgetLeft }: Foreknown,
  ): Promise<QueryResponse> => {
    const { request } = prepared;
    await requireBudget(deps, request, budgetLeft);
    const watch = startRunWatch(observe, request, { by: 'blocking', startedAt: deps.now() });
    return computeResult(deps, prepared, {
      context: 'blocking',
      admit: (work) => admitted(deps, { projectId: request.project.id, signal, watch }, work),
      signal,
      watch,
      ...(arrivals !== undefined && { arrivals }),
    });
  };
  /**
   * When all callers have left, the work ends only after the engine has stopped: a caller that cancels waits for
   * that.
   */
  const untilStopped = async <T>(
    request: QueryRequest,
    left: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await work();
    } finally {
      if (left.aborted) {
        await stopQuery(deps.clickhouse, engineIdOf(request), STOP_MS).catch((error: unknown) => {
          deps.logger.warn(
            { err: error },
            'ClickHouse does not report whether a cancelled query has ended',
          );
        });
      }
    }
  };
  return {
    waitFor,
    computeAlone: (prepared, caller, observe, known = {}) =>
      waitFor(prepared.request, caller, (signal) => compute(prepared, signal, observe, known)),
    computeShared(prepared, caller, observe, known = {}) {
      const { request, key } = prepared;
      const runId = coalescer.runIdOf(key);
      return waitFor({ ...request, runId }, caller, (signal) =>
        coalescer.run(key, { signal, runId }, (shared, sharedId) => {
          const own = { ...request, runId: sharedId };
          return untilStopped(own, shared, () =>
            compute({ ...prepared, request: own }, shared, observe, known),
          );
        }),
      );
    },
  };
}
