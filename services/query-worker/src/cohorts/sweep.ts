import type { CohortCalculations } from '@tidemark/postgres';

/** Longer than the maximum time of a calculation: its worker has stopped. */
const ABANDONED_MS = 1_800_000;
/** The maximum number that one sweep queues; the next sweep continues. */
const MAX_QUEUED = 500;

/** Queues every waiting cohort: Postgres decides, because the queue may have lost some. */
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
