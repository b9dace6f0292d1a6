import type { ClickHouse } from '@tidemark/clickhouse';
import { stopQuery } from '@tidemark/clickhouse';
import type { QueryRunStore } from '@tidemark/redis';
import { engineQueryId } from '../engine-query-id';
import { toQueryError } from '../execute/engine-error';
import type { RunsHere } from './runs-here';

/** The engine ends most queries within milliseconds; a client does not wait longer for the others. */
const PATIENCE_MS = 5_000;

export interface CancelDeps {
  readonly runs: Pick<QueryRunStore, 'find' | 'remove'>;
  readonly clickhouse: ClickHouse;
  readonly here: RunsHere;
  /** Takes a job that no worker has picked up out of the queue. */
  readonly dequeue: (runToken: string) => Promise<void>;
}

/**
 * Cancels whatever runs under the id, also when nothing does; a finished run stays readable. The record goes
 * first, so that no result is accepted any more, then the job, then the statement, until the engine has let go
 * of it (`wire/query.md` §4).
 *
 * @throws QueryError 503 when the engine does not answer: the run is cancelled, its statement may still run
 */
export async function cancelQuery(
  deps: CancelDeps,
  projectId: number,
  queryId: string,
): Promise<void> {
  const run = await deps.runs.find(projectId, queryId);
  if (run?.status.complete === true) return;
  if (run !== null) {
    await deps.runs.remove(projectId, queryId);
    await deps.dequeue(run.token);
  }
  const id = engineQueryId(projectId, queryId);
  deps.here.cancel(id);
  try {
    await stopQuery(deps.clickhouse, id, PATIENCE_MS);
  } catch (error) {
    throw toQueryError(error);
  }
}
