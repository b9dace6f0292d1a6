import type { CohortCalculations } from '@tidemark/postgres';

/** Longer than the maximum time of a calculation: its worker has stopped. */
const ABANDONED_MS = 1_800_000;
/** Queued at once; the next sweep goes on. */
const MAX_QUEUED = 500;

/** Queues every cohort that waits: Postgres is the truth, the queue may have lost it. */
export async function sweepCohorts(deps: {
  readonly calculations: Pick<CohortCalculations, 'listDue'>;
  readonly enqueue: (job: { project_id: number; cohort_id: number }) => Promise<void>;
  readonly now: () => Date;
  readonly recalculateAfterMs: number;
}): Promise<void> {
  const now = deps.now().getTime();
  const due = await deps.calculations.listDue({
    staleBefore: new Date(now - deps.recalculateAfterMs),
    abandonedBefore: new Date(now - ABANDONED_MS),
    limit: MAX_QUEUED,
  });
  for (const { projectId, cohortId } of due) {
    await deps.enqueue({ project_id: projectId, cohort_id: cohortId });
  }
}
