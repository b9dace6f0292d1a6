import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { stopQuery } from '@tidemark/clickhouse';
import type { QueryJob, QueryStatus } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import { inSpan } from '@tidemark/platform';
import type { QueryRunStore, StoredQueryRun } from '@tidemark/redis';
import type { ComputeDeps } from '../compute';
import { computeAnswer } from '../compute';
import { engineQueryId } from '../engine-query-id';
import type { QueryObserver } from '../observe/query-record';
import { startRunWatch } from '../observe/run-watch';
import type { QueryRequest } from '../query-request';
import type { QueryAnswer } from '../run-query';
import { isTransient, LOST, visibleFailure } from './failure';
import { startHeartbeat } from './heartbeat';
import { requestDigest } from './request-digest';
import { failed, pickedUp, succeeded } from './status';

export type BackgroundDeps = ComputeDeps & {
  readonly runs: QueryRunStore;
  readonly logger: Logger;
};

/** A query that was there when so many workers died is taken for the cause. */
const MAX_CLAIMS = 3;
/** Pauses before the next try while the engine is away or full. */
const RETRY_PAUSES_MS = [1_000, 4_000, 10_000];
/** How long a run that is taken over waits for its former statement to leave the engine. */
const FORMER_STATEMENT_MS = 10_000;

/**
 * What a query-worker does with one job. It holds the run by a lease with a heartbeat; a run that was cancelled
 * (its record is gone, or belongs to a later run) or taken over is stopped, and its result refused.
 */
export async function executeBackgroundRun(deps: BackgroundDeps, job: QueryJob): Promise<void> {
  const run = await deps.runs.find(job.project_id, job.query_id);
  if (run?.token !== job.run_token) return;
  const context = { projectId: job.project_id, queryId: job.query_id };
  if (requestDigest(run.request) !== job.request_digest) {
    // Nobody of ours changes a request; what it would run now was never allowed.
    deps.logger.error(context, 'run record does not fit its signed job, refused');
    await deps.runs.remove(job.project_id, job.query_id);
    return;
  }
  const holder = randomUUID();
  const running = { token: run.token, status: pickedUp(run.status, deps.now()) };
  const claim = await deps.runs.claim(running, holder);
  if (claim.outcome !== 'claimed') {
    deps.logger.info({ ...context, claim: claim.outcome }, 'run not to be had');
    return;
  }
  const heartbeat = startHeartbeat(deps, running, holder);
  try {
    const status =
      claim.count > MAX_CLAIMS
        ? failed(running.status, LOST, deps.now())
        : await inSpan('background query', { kind: 'consumer', parent: job.trace }, () =>
            work(
              deps,
              { ...run, status: running.status },
              { isTakenOver: claim.count > 1, lost: heartbeat.lost },
            ),
          );
    deps.logger.info({ ...context, failed: status.error }, 'background query over');
    if (!(await deps.runs.finish({ token: run.token, status }, holder))) {
      deps.logger.info(context, 'late result refused');
    }
  } finally {
    heartbeat.stop();
  }
}

async function work(
  deps: BackgroundDeps,
  run: StoredQueryRun,
  { isTakenOver, lost }: { readonly isTakenOver: boolean; readonly lost: AbortSignal },
): Promise<QueryStatus> {
  const request = run.request as QueryRequest;
  const context = { projectId: request.project.id, queryId: request.queryId };
  const { start_time: queued, pickup_time: pickedUpAt } = run.status;
  const waitedMs = Math.max(0, Date.parse(pickedUpAt ?? '') - Date.parse(queued ?? '')) || 0;
  try {
    if (isTakenOver) {
      deps.logger.warn(context, 'run taken over from a worker that died');
      const id = engineQueryId(request.project.id, request.queryId);
      await stopQuery(deps.clickhouse, id, FORMER_STATEMENT_MS);
    }
    return succeeded(run.status, await runPatiently(deps, request, { lost, waitedMs }), deps.now());
  } catch (error) {
    const failure = visibleFailure(error);
    if (failure.message === null) deps.logger.error({ ...context, err: error }, 'query failed');
    return failed(run.status, failure, deps.now());
  }
}

/** Tries again while the engine is away or full; the status says "not complete" meanwhile. */
async function runPatiently(
  deps: BackgroundDeps,
  request: QueryRequest,
  { lost, waitedMs }: { readonly lost: AbortSignal; readonly waitedMs: number },
): Promise<{ readonly results: QueryAnswer; readonly bytesRead: number }> {
  const run = async () => {
    let bytesRead = 0;
    const observe: QueryObserver = (record) => {
      bytesRead = record.bytesRead;
      deps.observe(record);
    };
    const results = await computeAnswer(deps, request, {
      context: 'background',
      // The worker took the job when its turn had come.
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
      return await run();
    } catch (error) {
      if (!isTransient(error) || lost.aborted) throw error;
      deps.logger.warn({ err: error, queryId: request.queryId }, 'query will be tried again');
      await delay(pause);
    }
  }
  return run();
}
