import type { QueryStatus } from '@tidemark/contracts';
import type { QueryRunStore, StoredQueryRun } from '@tidemark/redis';
import { engineIdOf } from '../engine-query-id';
import type { QueryRequest } from '../query-request';

/** A run, found by its id. */
export interface FoundRun {
  /** The record of the id itself. */
  readonly own: StoredQueryRun;
  /** The record of the run that computes the result: its own one, or the one it joined. */
  readonly working: StoredQueryRun;
  readonly status: QueryStatus;
  /** The id of its statements in the engine. */
  readonly engineId: string;
}

/** Finds a run; null when the id is unknown in this project, expired, or cancelled by its client. */
export async function findRun(
  runs: Pick<QueryRunStore, 'find'>,
  projectId: number,
  queryId: string,
): Promise<FoundRun | null> {
  const own = await runs.find(projectId, queryId);
  if (own === null || own.hasLeft) return null;
  const { joined } = own;
  const working = joined === null ? own : await runs.find(projectId, joined.queryId, joined.token);
  if (working === null) return null;
  return {
    own,
    working,
    status: ownStatus(own, working.status),
    engineId: engineIdOf(working.request as QueryRequest),
  };
}

/**
 * The status of the computing run, with the id and start time of a run that waits for it. In the wire format
 * `query_async` is always true (`docs/wire/query-runs.md#status-fields`), also where a client waits for the response.
 */
export function ownStatus({ status: own }: StoredQueryRun, working: QueryStatus): QueryStatus {
  const { id, start_time, labels, insight_id, dashboard_id } = own;
  return { ...working, id, query_async: true, start_time, labels, insight_id, dashboard_id };
}
