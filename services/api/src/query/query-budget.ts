import { isOverQuota } from '@tidemark/domain';
import { ApiError } from '@tidemark/platform';
import type { QueryEngine } from '@tidemark/query-engine';
import type { ServerCaller } from '../auth/access';

/**
 * Rejects queries by keys of a project whose query quota is used up until it is renewed
 * (`docs/wire/query-runs.md#read-budget-check`).
 * @throws ApiError 402
 */
export function requireQuota({ project, session }: ServerCaller, now: Date): void {
  if (session !== undefined) return;
  if (!isOverQuota(project.quotaLimits, 'api_queries_read_bytes', now.getTime())) return;
  const detail = 'This project has used up its quota of queries by API keys.';
  throw new ApiError(402, 'server_error', 'quota_limit_exceeded', detail);
}

/**
 * Requests the number of bytes that the caller's project may still read; it resolves to null without a budget.
 * Returns null for signed-in users, who are not counted.
 */
export function budgetOf(
  engine: Pick<QueryEngine, 'budgetLeft'>,
  { project, session }: ServerCaller,
): Promise<number | null> | null {
  return session === undefined ? engine.budgetLeft(project.id) : null;
}

/**
 * Sends PostHog's headers: the amounts that the query has read and that its project may still read
 * (`docs/wire/query.md#budget-headers`). Signed-in users are not counted and get no such headers.
 * @param budgetLeft see `budgetOf`
 */
export async function sendBudgetHeaders(
  budgetLeft: Promise<number | null> | null,
  response: {
    /** Null if it is not known yet. */
    readonly bytesRead: number | null;
    /** The amount that the query has read since the call of `budgetLeft`. */
    readonly uncounted?: number;
    readonly responseHeader: (name: string, value: string) => void;
  },
): Promise<void> {
  if (budgetLeft === null) return;
  const { bytesRead, uncounted = 0, responseHeader } = response;
  if (bytesRead !== null) responseHeader('X-PostHog-Query-Bytes-Read', String(bytesRead));
  const before = await budgetLeft;
  if (before === null) return;
  const left = Math.max(0, before - uncounted);
  responseHeader('X-PostHog-Query-Budget-Remaining-Bytes', String(left));
}
