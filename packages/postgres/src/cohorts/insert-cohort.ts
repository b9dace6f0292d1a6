import type { Writer } from '../activity-log/unit-of-work';
import type { Cohort, CohortFields } from './cohort';
import { COHORT_FIELDS, toCohort } from './cohort';

/** The data of a new cohort that clients do not send. */
interface NewCohort {
  readonly projectId: number;
  readonly userId: number | null;
  /** True: the members of the static cohort are computed once from its filters or query. */
  readonly needsSnapshot?: boolean;
  /** The experiment whose exposed people it contains. */
  readonly experimentId?: number;
}

/** Inserts a cohort. The caller writes the entry of the activity log. */
export async function insertCohort(
  tx: Writer,
  { projectId, userId, needsSnapshot = false, experimentId }: NewCohort,
  fields: Partial<CohortFields>,
): Promise<Cohort> {
  const row = await tx
    .insertInto('cohorts')
    .values({
      ...COHORT_FIELDS.toColumns(fields),
      project_id: projectId,
      created_by_id: userId,
      needs_snapshot: needsSnapshot,
      experiment_id: experimentId ?? null,
      ...(fields.isStatic === true && { count: 0 }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toCohort(row);
}
