import type { QueryStatus } from '@tidemark/contracts';
import type { QueryRunStore, StoredQueryRun } from '@tidemark/redis';
import { mayShowActivityLog } from '../plan/activity-log';
import { QueryError } from '../query-error';
import type { QueryRequest } from '../query-request';
import { LOST } from './failure';
import { failed } from './status';

/** Long enough for a job to be written behind its record. */
const JOB_WRITTEN_MS = 10_000;

/**
 * The status of a run; null when the id is unknown in this project, expired or cancelled. A run that nobody
 * works on any more becomes a failed one, for good, when it is looked at.
 *
 * @param stop ends what may still run in the engine
 * @throws QueryError 403 when the run reads what this caller may not
 */
export async function readStatus(
  deps: {
    readonly runs: QueryRunStore;
    readonly isQueued: (runToken: string) => Promise<boolean>;
    readonly stop: () => Promise<unknown>;
    readonly now: () => Date;
  },
  projectId: number,
  queryId: string,
  caller: { readonly seesActivityLog: boolean },
): Promise<QueryStatus | null> {
  const run = await deps.runs.find(projectId, queryId);
  if (run !== null) requireSight(run, caller);
  if (run === null || run.status.complete || !(await isLost(deps, run))) return run?.status ?? null;
  const status = failed(run.status, LOST, deps.now());
  if (!(await deps.runs.giveUp(run, status))) {
    // Somebody took it after all, or has just finished it.
    return (await deps.runs.find(projectId, queryId))?.status ?? null;
  }
  await deps.stop();
  return status;
}

/** A result is for those who could have asked for it themselves, whoever did. */
function requireSight(
  { request }: StoredQueryRun,
  caller: { readonly seesActivityLog: boolean },
): void {
  const { query, project } = request as QueryRequest;
  if (caller.seesActivityLog || !mayShowActivityLog(query, project)) return;
  throw new QueryError(
    403,
    'authentication_error',
    'permission_denied',
    "API key missing required scope 'activity_log:read'",
    true,
  );
}

async function isLost(
  deps: Pick<Parameters<typeof readStatus>[0], 'runs' | 'isQueued' | 'now'>,
  run: StoredQueryRun,
): Promise<boolean> {
  if (run.isClaimed) return run.lapsedMs > deps.runs.times.lostAfterMs;
  const age = deps.now().getTime() - Date.parse(run.status.start_time ?? '');
  return age > JOB_WRITTEN_MS && !(await deps.isQueued(run.token));
}
