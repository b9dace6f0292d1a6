import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouse } from '@tidemark/clickhouse';
import { stopQuery } from '@tidemark/clickhouse';
import type { QueryRunStore, StoredQueryRun } from '@tidemark/redis';
import { findRun } from '../background/find-run';
import { engineQueryId } from '../engine-query-id';
import type { QueryRequest } from '../query-request';
import { toQueryError } from '../execute/engine-error';
import type { RunsHere } from '../foreground/runs-here';

/** The engine ends most queries within milliseconds; a client waits no longer than this for the others. */
const PATIENCE_MS = 5_000;

export interface CancelDeps {
  readonly runs: Pick<QueryRunStore, 'find' | 'leave' | 'remove'>;
  readonly clickhouse: ClickHouse;
  readonly here: RunsHere;
  /** Removes a job that no worker has taken from the queue. */
  readonly dequeue: (runToken: string) => Promise<void>;
}

/**
 * Cancels all runs under the id, and does nothing without any; a finished run stays readable. If other clients wait
 * for the same run, this client only leaves it. When the last one leaves, the record is removed first, so that no
 * result is accepted any more, then the job, then the statement, until the engine has ended it
 * (`docs/wire/query-runs.md#cancel-unknown`).
 *
 * @throws QueryError 503 when the engine does not respond: the run is cancelled, its statement may still run
 */
export async function cancelQuery(
  deps: CancelDeps,
  projectId: number,
  queryId: string,
): Promise<void> {
  const found = await findRun(deps.runs, projectId, queryId);
  if (found?.status.complete === true) return;
  const id = engineQueryId(projectId, queryId);
  const isLast = found === null || (await leave(deps, projectId, queryId, found));
  await Promise.race([deps.here.cancel(id), delay(PATIENCE_MS, undefined, { ref: false })]);
  if (!isLast || (found !== null && isShared(found.working))) return;
  try {
    await stopQuery(deps.clickhouse, found?.engineId ?? id, PATIENCE_MS);
  } catch (error) {
    throw toQueryError(error);
  }
}

/** Whether the run computes for several clients of a process, which ends it with the last of them. */
function isShared({ request }: StoredQueryRun): boolean {
  return (request as QueryRequest).runId !== undefined;
}

/** Removes the id from its run, and, with the last id, the run from the queue. */
async function leave(
  deps: CancelDeps,
  projectId: number,
  queryId: string,
  { own, working }: { readonly own: StoredQueryRun; readonly working: StoredQueryRun },
): Promise<boolean> {
  const name = { queryId: own.joined?.queryId ?? queryId, token: working.token };
  const waiting = await deps.runs.leave(projectId, name, own.joined === null ? null : own.token);
  if (own.joined !== null) await deps.runs.remove(projectId, { queryId, token: own.token });
  if (waiting !== null && waiting > 0) return false;
  await deps.dequeue(working.token);
  return true;
}
