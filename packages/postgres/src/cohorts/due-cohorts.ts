import { sql } from 'kysely';
import type { Database } from '../database';
import type { CohortReference } from './cohort';

export interface DueLimits {
  /** Dynamic cohorts that were calculated before this time are stale. */
  readonly staleBefore: Date;
  /** Calculations that began before this time have been abandoned. */
  readonly abandonedBefore: Date;
  readonly limit: number;
}

/** Cohorts that need a calculation; after a failure, they wait for a pause that doubles each time. */
export async function listDueCohorts(
  { db }: Database,
  { staleBefore, abandonedBefore, limit }: DueLimits,
): Promise<readonly CohortReference[]> {
  await takeTouches(db);
  const rows = await db
    .selectFrom('cohorts')
    .select(['id', 'project_id'])
    .where('deleted', '=', false)
    .where((e) =>
      e.or([e('calculation', 'is', null), e('calculation_started_at', '<', abandonedBefore)]),
    )
    .where((e) =>
      e.or([
        e('calculation', 'is not', null),
        e('calculated_revision', '<', e.ref('revision')),
        e.and([e('is_static', '=', false), e('last_calculation', '<', staleBefore)]),
      ]),
    )
    .where(
      sql<boolean>`(errors_calculating = 0 OR last_error_at <
            now() - interval '1 minute' * least(power(2, least(errors_calculating, 11)), 1440))`,
    )
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ projectId: row.project_id, cohortId: row.id }));
}

/** Marks static cohorts as changed if the merge of a person has changed their members. */
async function takeTouches(db: Database['db']): Promise<void> {
  await sql`
    WITH touched AS (DELETE FROM cohort_touches RETURNING cohort_id)
    UPDATE cohorts SET revision = revision + 1
    WHERE id IN (SELECT cohort_id FROM touched)`.execute(db);
}
