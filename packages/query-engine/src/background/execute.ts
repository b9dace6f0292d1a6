import { HogQLError } from '@tidemark/hogql';
import type { QueryJob } from '@tidemark/contracts';
import type { QueryRunStore } from '@tidemark/redis';
import type { ComputeDeps } from '../compute';
import { computeAnswer } from '../compute';
import { QueryError } from '../query-error';
import type { QueryRequest } from '../query-request';
import { failed, pickedUp, succeeded } from './status';

/**
 * What a query-worker does with one job. A run that was cancelled (its record is gone, or belongs to a
 * later run) is left alone before the work and its result refused after it.
 */
export async function executeBackgroundRun(
  deps: ComputeDeps & { readonly runs: QueryRunStore },
  job: QueryJob,
): Promise<void> {
  const run = await deps.runs.find(job.project_id, job.query_id);
  if (run?.token !== job.run_token || run.status.complete) return;
  const running = pickedUp(run.status, deps.now());
  if (!(await deps.runs.update({ token: run.token, status: running }))) return;
  const context = { projectId: job.project_id, queryId: job.query_id };
  const status = await computeAnswer(deps, run.request as QueryRequest, {
    context: 'background',
    // The worker took the job when its turn had come.
    admit: (work) => work(),
  }).then(
    (results) => succeeded(running, results, deps.now()),
    (error: unknown) => {
      const failure = visibleFailure(error);
      if (failure.message === null) deps.logger.error({ ...context, err: error }, 'query failed');
      return failed(running, failure, deps.now());
    },
  );
  if (!(await deps.runs.update({ token: run.token, status }))) {
    deps.logger.info(context, 'late result refused');
  }
}

/** Which part of a failure a user may see (`wire/query.md` §3). */
function visibleFailure(error: unknown): { message: string | null; code: string | null } {
  if (error instanceof HogQLError) return { message: error.message, code: error.code };
  if (error instanceof QueryError && error.exposable) {
    return { message: error.message, code: error.code };
  }
  return { message: null, code: null };
}
