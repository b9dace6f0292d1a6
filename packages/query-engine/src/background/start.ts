import { randomUUID } from 'node:crypto';
import type { QueryJob, QueryStatus } from '@tidemark/contracts';
import { activeTraceparent, currentRequestId } from '@tidemark/platform';
import type { QueryRequest } from '../query-request';
import { cacheKey } from '../respond/cache-key';
import type { EqualRunsDeps } from './equal-runs';
import { joinEqualRun } from './equal-runs';
import { requestDigest } from './request-digest';
import { queuedStatus } from './status';

/** Puts a job where a query-worker finds it. */
export type EnqueueQuery = (job: QueryJob) => Promise<void>;

/**
 * Starts a background run, or joins the one of the same id, or for the same result, that is still going. The
 * record is written before the job, so a worker never meets a job without one.
 */
export async function startBackgroundRun(
  deps: EqualRunsDeps & { readonly enqueue: EnqueueQuery; readonly now: () => Date },
  request: QueryRequest,
): Promise<QueryStatus> {
  const { project, queryId, query, maxRows } = request;
  const token = randomUUID();
  const { created, run } = await deps.runs.createOrJoin({
    token,
    request,
    status: queuedStatus({ id: queryId, projectId: project.id, token, now: deps.now() }),
  });
  if (created) {
    try {
      const resultKey = cacheKey(query, project, maxRows);
      const other = await joinEqualRun(deps, { projectId: project.id, queryId, resultKey });
      if (other !== null) {
        await deps.runs.remove(project.id, queryId);
        return other;
      }
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
      await deps.runs.remove(project.id, queryId);
      throw error;
    }
  }
  return run.status;
}
