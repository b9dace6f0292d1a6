import type { QueryStatus } from '@tidemark/contracts';
import type { QueryResponseBody } from '@tidemark/query-engine';

/** HTTP status of a response about an unfinished run: the specification's 200, or PostHog's 202. */
export type IncompleteStatus = 200 | 202;

/** The status in the response to a POST (`docs/wire/query.md#post-202`). */
export function createdStatus(body: QueryResponseBody, incomplete: IncompleteStatus): number {
  const run = body.query_status as QueryStatus | null | undefined;
  return run?.complete === false ? incomplete : 200;
}

/**
 * Status of a GET. By the specification a failed run is a 200 whose status has `error: true`; as PostHog returns
 * (`docs/wire/query-runs.md#status-codes`) it is a 400 where the reason may be shown, and a 500 where not.
 */
export function statusOfRun(run: QueryStatus, incomplete: IncompleteStatus): number {
  if (!run.complete) return incomplete;
  if (!run.error || incomplete === 200) return 200;
  return run.error_message === null ? 500 : 400;
}
