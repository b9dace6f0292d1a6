import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { stopQuery } from '@tidemark/clickhouse';
import type { QueryJob, QueryStatus } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import { inSpan } from '@tidemark/platform';
import type { QueryRunStore, StoredQueryRun } from '@tidemark/redis';
import type { QueryResponse } from '../cache/cache-keys';
import type { ComputeDeps } from '../compute/compute-result';
import { computeResult } from '../compute/compute-result';
import { engineQueryId } from '../engine-query-id';
import type { QueryObserver } from '../observe/query-record';
import { startRunWatch } from '../observe/run-watch';
import type { PreparedQuery } from '../prepared-query';
import { prepareStoredQuery } from '../prepared-query';
import type { QueryRequest } from '../query-request';
import { isTransient, LOST, visibleFailure } from './failure';
import { startHeartbeat } from './heartbeat';
import { requestDigest } from './request-digest';
import { failed, pickedUp, succeeded } from './status';

export type BackgroundDeps = ComputeDeps & {
  readonly runs: QueryRunStore;
  readonly logger: Logger;
};

/** A run that was claimed this often counts as the cause of its workers' crashes. */
const MAX_CLAIMS = 3;
/** The pauses between attempts while the engine is unavailable or at capacity. */
const RETRY_PAUSES_MS = [1_000, 4_000, 10_000];
/** How long a run that is taken over waits until the engine has ended its earlier statement. */
const FORMER_STATEMENT_MS = 10_000;

/**
 * Processes one job of the queue: claims its run, computes the result and finishes the run. The worker holds the run
 * by a lease with a heartbeat; a run that was cancelled (its record is missing, or belongs to a later run) or taken
 * over is stopped, and its result is rejected.
 */
export async function processQueryJob(deps: BackgroundDeps, job: QueryJob): Promise<void> {
  const run = await deps.runs.find(job.project_id, job.query_id);
  if (run?.token !== job.run_token) return;
  const context = { projectId: job.project_id, queryId: job.query_id };
  if (requestDigest(run.request) !== job.request_digest) {
    // No service changes a request, so this one was never authorised.
    deps.logger.error(
      context,
      'a background query was dropped: its record does not match its signed job',
    );
    await deps.runs.remove(job.project_id, { queryId: job.query_id, token: run.token });
    return;
  }
  const holder = randomUUID();
  const running = { token: run.token, status: pickedUp(run.status, run.token, deps.now()) };
  const claim = await deps.runs.claim(running, holder);
  if (claim.outcome !== 'claimed') {
    deps.logger.info({ ...context, claim: claim.outcome }, 'a run could not be claimed');
    return;
  }
  const heartbeat = startHeartbeat(deps, running, holder);
  try {
    const { status, scopesRead } =
      claim.count > MAX_CLAIMS
        ? { status: failed(running.status, LOST, deps.now()), scopesRead: [] }
        : await inSpan('background query', { kind: 'consumer', parent: job.trace }, () =>
            finishedStatus(
              deps,
              { ...run, status: running.status },
              { isTakenOver: claim.count > 1, lost: heartbeat.lost },
            ),
          );
    deps.logger.info({ ...context, failed: status.error }, 'background query finished');
    if (!(await deps.runs.finish({ token: run.token, status, scopesRead }, holder))) {
      deps.logger.info(context, 'a late result was rejected');
    }
  } finally {
    heartbeat.stop();
  }
}

interface FinishedWork {
  readonly status: QueryStatus;
  /** Resources whose definitions the run read: callers without their scopes do not get the result. */
  readonly scopesRead: readonly string[];
}

/** Computes the result of a run, or its failure. */
async function finishedStatus(
  deps: BackgroundDeps,
  run: StoredQueryRun,
  { isTakenOver, lost }: { readonly isTakenOver: boolean; readonly lost: AbortSignal },
): Promise<FinishedWork> {
  const request = run.request as QueryRequest;
  const context = { projectId: request.project.id, queryId: request.queryId };
  const { start_time: queued, pickup_time: pickedUpAt } = run.status;
  let scopesRead: readonly string[] = [];
  const observe: QueryObserver = (record) => {
    ({ scopesRead } = record);
    deps.observe(record);
  };
  const waitedMs = Math.max(0, Date.parse(pickedUpAt ?? '') - Date.parse(queued ?? '')) || 0;
  try {
    if (isTakenOver) {
      deps.logger.warn(context, 'a background query was taken over from a query-worker that ended');
      const id = engineQueryId(request.project.id, request.queryId);
      await stopQuery(deps.clickhouse, id, FORMER_STATEMENT_MS);
    }
    const prepared = prepareStoredQuery(request);
    const computed = await computeWithRetries({ ...deps, observe }, prepared, { lost, waitedMs });
    return { status: succeeded(run.status, computed, deps.now()), scopesRead };
  } catch (error) {
    const failure = visibleFailure(error);
    if (failure.message === null)
      deps.logger.error(
        { ...context, err: error },
        'a background query failed with an unexpected error',
      );
    return { status: failed(run.status, failure, deps.now()), scopesRead };
  }
}

/** Repeats attempts while the engine is unavailable or at capacity; the status says "not complete" meanwhile. */
async function computeWithRetries(
  deps: BackgroundDeps,
  prepared: PreparedQuery,
  { lost, waitedMs }: { readonly lost: AbortSignal; readonly waitedMs: number },
): Promise<{ readonly results: QueryResponse; readonly bytesRead: number }> {
  const { request } = prepared;
  const compute = async () => {
    let bytesRead = 0;
    const observe: QueryObserver = (record) => {
      bytesRead = record.bytesRead;
      deps.observe(record);
    };
    const results = await computeResult(deps, prepared, {
      context: 'background',
      // The worker takes a job only when its project may run one.
      admit: (work) => work(),
      signal: lost,
      watch: startRunWatch(observe, request, {
        by: 'background',
        startedAt: deps.now(),
        waitedMs,
      }),
    });
    return { results, bytesRead };
  };
  for (const pause of RETRY_PAUSES_MS) {
    try {
      return await compute();
    } catch (error) {
      if (!isTransient(error) || lost.aborted) throw error;
      deps.logger.warn(
        { err: error, queryId: request.queryId },
        'a background query failed and is tried again',
      );
      await delay(pause);
    }
  }
  return compute();
}
