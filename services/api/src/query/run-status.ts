import type { QueryStatus } from '@tidemark/contracts';
import type { QueryResponseBody } from '@tidemark/query-engine';

/** HTTP status of an answer about a run that is going: the specification's 200, or the original's 202. */
export type IncompleteStatus = 200 | 202;

/** Of a POST (`wire/query.md` §1.4). */
export function createdStatus(body: QueryResponseBody, incomplete: IncompleteStatus): number {
  const run = body.query_status as QueryStatus | null | undefined;
  return run?.complete === false ? incomplete : 200;
}

/** Of a GET (`wire/query.md` §3): 400 where the reason may be told, 500 where not. */
export function statusOfRun(run: QueryStatus, incomplete: IncompleteStatus): number {
  if (!run.complete) return incomplete;
  if (!run.error) return 200;
  return run.error_message === null ? 500 : 400;
}
