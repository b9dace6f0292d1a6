import { randomUUID } from 'node:crypto';
import type { QueryJob, QueryStatus } from '@tidemark/contracts';
import { activeTraceparent, currentRequestId } from '@tidemark/platform';
import { stillRunning } from '../execute/run-errors';
import type { PreparedQuery } from '../prepared-query';
import type { EqualRunsDeps } from './equal-runs';
import { joinEqualRun } from './equal-runs';
import { requestDigest } from './request-digest';
import { findRun } from './find-run';
import { queuedStatus } from './status';

/** Adds a job to the queue of query-workers. */
export type EnqueueQuery = (job: QueryJob) => Promise<void>;

/**
 * Starts a background run, or joins the one in progress with the same id or for the same result. The record is
 * written before the job, so a worker never finds a job without one.
 */
export async function startBackgroundRun(
  deps: EqualRunsDeps & { readonly enqueue: EnqueueQuery; readonly now: () => Date },
  { request, key }: PreparedQuery,
): Promise<QueryStatus> {
  const { project, queryId } = request;
  const token = randomUUID();
  const started = await deps.runs.createOrJoin({
    token,
    request,
    status: queuedStatus(request, deps.now()),
  });
  const { run } = started;
  if (started.created) {
    try {
      if (await joinEqualRun(deps, run, key)) return run.status;
      await deps.enqueue({
        v: 2,
        project_id: project.id,
        query_id: queryId,
        run_token: token,
        request_digest: requestDigest(request),
        request_id: currentRequestId(),
        trace: activeTraceparent(),
      });
    } catch (error) {
      // A record without a job would stay "running" until it expires.
      await deps.runs.remove(project.id, { queryId, token });
      throw error;
    }
    return run.status;
  }
  // The client of the existing run waits for another query with that id, or has left a run that others wait for.
  if (!run.status.query_async || started.run.hasLeft) throw stillRunning();
  return (await findRun(deps.runs, project.id, queryId))?.status ?? run.status;
}
