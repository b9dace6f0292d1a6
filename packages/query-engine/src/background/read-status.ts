import type { QueryProgress } from '@tidemark/clickhouse';
import type { QueryProgressBody } from '@tidemark/contracts';
import { SYSTEM_TABLE_OBJECTS } from '@tidemark/hogql';
import type { QueryRunStore, StoredQueryRun } from '@tidemark/redis';
import { missingScope } from '../plan/table-access';
import type { QueryProject } from '../project';
import { LOST } from './failure';
import type { FoundRun } from './find-run';
import { findRun, ownStatus } from './find-run';
import { failed } from './status';

export type FoundStatus = Pick<FoundRun, 'status' | 'engineId'>;
type Caller = Pick<QueryProject, 'id' | 'readable'>;

/** Long enough for a job to be written behind its record. */
const JOB_WRITTEN_MS = 10_000;

/**
 * The status of a run; null when the id is unknown in this project, expired or cancelled. A run that no one
 * works on any more becomes a failed one, for good, when it is looked at.
 *
 * @param deps.stop ends what may still run in the engine
 * @throws QueryError 403 when the run reads what this caller may not
 */
export async function readStatus(
  deps: {
    readonly runs: QueryRunStore;
    readonly isQueued: (runToken: string) => Promise<boolean>;
    readonly stop: (engineId: string) => Promise<unknown>;
    readonly now: () => Date;
  },
  caller: Caller,
  queryId: string,
): Promise<FoundStatus | null> {
  const { id: projectId } = caller;
  const found = await findRun(deps.runs, projectId, queryId);
  if (found === null) return null;
  const { own, working, engineId } = found;
  requireSight(working, caller);
  if (working.status.complete || !(await isLost(deps, working))) return found;
  const status = failed(working.status, LOST, deps.now());
  if (!(await deps.runs.giveUp(working, status))) {
    // Somebody took it after all, or has just finished it; a record whose id was used again cannot be written.
    const again = await findRun(deps.runs, projectId, queryId);
    if (again !== null) requireSight(again.working, caller);
    const isSame = again?.working.token === working.token;
    if (!isSame || again.working.status.complete || !(await isLost(deps, again.working)))
      return again;
  }
  await deps.stop(engineId);
  return { status: ownStatus(own, status), engineId };
}

/** A result is for those who could have asked for it themselves, whoever did. */
function requireSight({ scopesRead }: StoredQueryRun, { readable = [] }: Caller): void {
  const missing = SYSTEM_TABLE_OBJECTS.find(
    (object) => scopesRead.includes(object) && !readable.includes(object),
  );
  if (missing !== undefined) throw missingScope(missing, 'the tables that the query read');
}

async function isLost(
  deps: Pick<Parameters<typeof readStatus>[0], 'runs' | 'isQueued' | 'now'>,
  run: StoredQueryRun,
): Promise<boolean> {
  if (run.isClaimed) return run.lapsedMs > deps.runs.times.lostAfterMs;
  const age = deps.now().getTime() - Date.parse(run.status.start_time ?? '');
  return age > JOB_WRITTEN_MS && !(await deps.isQueued(run.token));
}

/** Progress on the wire (`docs/wire/query-runs.md#progress`): whole numbers, zeros while nothing is known. */
export function progressBody(progress: QueryProgress | null): QueryProgressBody {
  return {
    bytes_read: progress?.bytesRead ?? 0,
    rows_read: progress?.rowsRead ?? 0,
    estimated_rows_total: progress?.estimatedRowsTotal ?? 0,
    time_elapsed: Math.floor(progress?.elapsedSeconds ?? 0),
    active_cpu_time: progress?.cpuMicroseconds ?? 0,
  };
}
