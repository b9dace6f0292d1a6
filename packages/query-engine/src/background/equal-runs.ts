import type { QueryStatus } from '@tidemark/contracts';
import type { QueryRun, QueryRunStore, RunningQueries, RunName } from '@tidemark/redis';
import type { QueryRequest } from '../query-request';
import { cacheKeyOf } from '../cache/cache-key';

export interface EqualRunsDeps {
  readonly runs: QueryRunStore;
  readonly running: RunningQueries;
}

/**
 * The status of the run that computes a result; null when there is none.
 *
 * @param holder the id of that run, if `RunningQueries` has one
 */
export async function findRunning(
  { runs }: Pick<EqualRunsDeps, 'runs'>,
  result: { readonly projectId: number; readonly key: string },
  holder: string | null,
): Promise<QueryStatus | null> {
  const { projectId, key: resultKey } = result;
  return holder === null ? null : workingOn(runs, { projectId, queryId: holder, resultKey });
}

/**
 * Makes a run the one that computes its result, or lets it wait for another that already does: it then keeps its own
 * id and status (`docs/wire/query.md#joined-run`). Its record must exist, because processes that find the claim read
 * it.
 *
 * @returns whether it waits for another run
 */
export async function joinEqualRun(
  { runs, running }: EqualRunsDeps,
  run: Pick<QueryRun, 'token' | 'status'>,
  resultKey: string,
): Promise<boolean> {
  const { id, team_id: projectId } = run.status;
  let over: string | null = null;
  for (;;) {
    const holder = await running.claim(resultKey, id, over);
    if (holder === id) return false;
    const other = await findWorking(runs, { projectId, queryId: holder, resultKey });
    if (other !== null && (await runs.join(run, other))) return true;
    over = holder;
  }
}

interface Claim {
  readonly projectId: number;
  readonly queryId: string;
  readonly resultKey: string;
}

async function workingOn(runs: QueryRunStore, claim: Claim): Promise<QueryStatus | null> {
  const found = await findWorking(runs, claim);
  return found?.status ?? null;
}

/** The run of a claim while it is in progress; an id that was reused may belong to another result now. */
async function findWorking(
  runs: QueryRunStore,
  { projectId, queryId, resultKey }: Claim,
): Promise<(RunName & { readonly status: QueryStatus }) | null> {
  const found = await runs.find(projectId, queryId);
  if (found === null || found.joined !== null || found.status.complete) return null;
  if (found.lapsedMs > runs.times.lostAfterMs) return null;
  if (cacheKeyOf(found.request as QueryRequest) !== resultKey) return null;
  return { queryId, token: found.token, status: found.status };
}
