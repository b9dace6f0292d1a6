import { createHash } from 'node:crypto';
import type { QueryRequest } from './query-request';

/**
 * The id of a query in ClickHouse. Derived only from project and query id, so that every process can cancel a run it
 * did not start, and no project can name the query of another.
 */
export function engineQueryId(projectId: number, queryId: string): string {
  const digest = createHash('sha256').update(queryId, 'utf8').digest('hex').slice(0, 32);
  return `${projectId}-${digest}`;
}

/** The id that the statements of a request run under. */
export function engineIdOf({
  project,
  queryId,
  runId,
}: Pick<QueryRequest, 'project' | 'queryId' | 'runId'>): string {
  return engineQueryId(project.id, runId ?? queryId);
}
