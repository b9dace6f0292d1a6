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

/** The longest time between writing a record and its job. */
const JOB_WRITTEN_MS = 10_000;

/**
 * The status of a run; null when the id is unknown in this project, expired or cancelled. Reading the status of a run
 * that no worker processes any more makes it a failed run permanently.
 *
 * @param deps.stop ends statements that may still run in the engine
 * @throws QueryError 403 when the run reads resources that this caller may not read
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
    // A worker has taken or finished it in the meantime; a record whose id was reused cannot be written.
    const again = await findRun(deps.runs, projectId, queryId);
    if (again !== null) requireSight(again.working, caller);
    const isSame = again?.working.token === working.token;
    if (!isSame || again.working.status.complete || !(await isLost(deps, again.working)))
      return again;
  }
  await deps.stop(engineId);
  return { status: ownStatus(own, status), engineId };
}

/** A caller may read a result if it could have run the query itself, whoever started the run. */
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

/** Progress in the wire format (`docs/wire/query-runs.md#progress`): whole numbers, zeros while it is unknown. */
export function progressBody(progress: QueryProgress | null): QueryProgressBody {
  return {
    bytes_read: progress?.bytesRead ?? 0,
    rows_read: progress?.rowsRead ?? 0,
    estimated_rows_total: progress?.estimatedRowsTotal ?? 0,
    time_elapsed: Math.floor(progress?.elapsedSeconds ?? 0),
    active_cpu_time: progress?.cpuMicroseconds ?? 0,
  };
}
