import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouse } from '@tidemark/clickhouse';
import { stopQuery } from '@tidemark/clickhouse';
import type { QueryRunStore, StoredQueryRun } from '@tidemark/redis';
import { findRun } from '../background/find-run';
import { engineQueryId } from '../engine-query-id';
import type { QueryRequest } from '../query-request';
import { toQueryError } from '../execute/engine-error';
import type { RunsHere } from '../foreground/runs-here';

/** The engine ends most queries within milliseconds; a client does not wait longer for the others. */
const PATIENCE_MS = 5_000;

export interface CancelDeps {
  readonly runs: Pick<QueryRunStore, 'find' | 'leave' | 'remove'>;
  readonly clickhouse: ClickHouse;
  readonly here: RunsHere;
  /** Takes a job that no worker has picked up out of the queue. */
  readonly dequeue: (runToken: string) => Promise<void>;
}

/**
 * Cancels whatever runs under the id, also when nothing does; a finished run stays readable. Where other clients
 * wait for the same run, this one only leaves it. With the last of them the record goes first, so that no result
 * is accepted any more, then the job, then the statement, until the engine has let go of it
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

/** Whoever computes for several clients of a process ends it with the last of them. */
function isShared({ request }: StoredQueryRun): boolean {
  return (request as QueryRequest).runId !== undefined;
}

/** Takes the id off its run, and the run out of the queue with the last one. */
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
