import { createHash } from 'node:crypto';
import type { QueryRequest } from './query-request';

/**
 * The id a query runs under in ClickHouse. Derived from project and query id alone, so that any
 * process can kill a run it did not start, and one project can never name another's.
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
