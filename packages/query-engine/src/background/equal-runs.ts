import type { QueryStatus } from '@tidemark/contracts';
import type { QueryRunStore, RunningQueries } from '@tidemark/redis';

export interface EqualRunsDeps {
  readonly runs: QueryRunStore;
  readonly running: RunningQueries;
}

/** The run that works on a result; null when none does. */
export async function findRunning(
  { runs, running }: EqualRunsDeps,
  projectId: number,
  resultKey: string,
): Promise<QueryStatus | null> {
  const holder = await running.holder(resultKey);
  return holder === null ? null : stillRunning(runs, projectId, holder);
}

/**
 * Makes a run the one that works on its result; answers the status of another that already does
 * (`wire/query.md` §2.4). The record of `queryId` must exist: who finds the claim looks for it.
 */
export async function joinEqualRun(
  { runs, running }: EqualRunsDeps,
  run: { readonly projectId: number; readonly queryId: string; readonly resultKey: string },
): Promise<QueryStatus | null> {
  let over: string | null = null;
  for (;;) {
    const holder = await running.claim(run.resultKey, run.queryId, over);
    if (holder === run.queryId) return null;
    const status = await stillRunning(runs, run.projectId, holder);
    if (status !== null) return status;
    over = holder;
  }
}

async function stillRunning(
  runs: QueryRunStore,
  projectId: number,
  queryId: string,
): Promise<QueryStatus | null> {
  const found = await runs.find(projectId, queryId);
  const isOver = found === null || found.status.complete || found.lapsedMs > runs.times.lostAfterMs;
  return isOver ? null : found.status;
}
