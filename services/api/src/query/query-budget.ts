import { isOverQuota } from '@tidemark/domain';
import { ApiError } from '@tidemark/platform';
import type { QueryEngine } from '@tidemark/query-engine';
import type { ServerCaller } from '../auth/access';

/**
 * Keys of a project whose quota of queries is used up get nothing until it is renewed
 * (`docs/wire/query-runs.md#read-budget-check`).
 *
 * @throws ApiError 402
 */
export function requireQuota({ project, session }: ServerCaller, now: Date): void {
  if (session !== undefined) return;
  if (!isOverQuota(project.quotaLimits, 'api_queries_read_bytes', now.getTime())) return;
  const detail = 'This project has used up its quota of queries by API keys.';
  throw new ApiError(402, 'server_error', 'quota_limit_exceeded', detail);
}

/**
 * Sends headers of PostHog: what the query has read, and what its project may still read
 * (`docs/wire/query.md#budget-headers`). Who is signed in is not counted, so not reported.
 *
 * @param bytesRead null where it is not known yet
 */
export async function sendBudgetHeaders(
  engine: Pick<QueryEngine, 'budgetLeft'>,
  { project, session }: ServerCaller,
  response: {
    readonly bytesRead: number | null;
    readonly responseHeader: (name: string, value: string) => void;
  },
): Promise<void> {
  if (session !== undefined) return;
  const { bytesRead, responseHeader } = response;
  if (bytesRead !== null) responseHeader('X-PostHog-Query-Bytes-Read', String(bytesRead));
  const left = await engine.budgetLeft(project.id);
  if (left !== null)
    responseHeader('X-PostHog-Query-Budget-Remaining-Bytes', String(Math.max(0, left)));
}
