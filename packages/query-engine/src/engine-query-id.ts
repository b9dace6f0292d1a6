import { createHash } from 'node:crypto';

/**
 * The id a query runs under in ClickHouse. Derived from project and query id alone, so that any
 * process can kill a run it did not start, and one project can never name another's.
 */
export function engineQueryId(projectId: number, queryId: string): string {
  const digest = createHash('sha256').update(queryId, 'utf8').digest('hex').slice(0, 32);
  return `${projectId}-${digest}`;
}
