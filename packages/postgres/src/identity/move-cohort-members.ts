import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../schema';
import type { IdentityWrites } from './types';

/**
 * Moves memberships in cohorts to the remaining persons of merges (`docs/wire/capture-processing.md#merge-moves`).
 * The affected static cohorts are recorded in a table instead of being updated, so that merges in different batches
 * do not wait for the same rows.
 */
export async function moveCohortMembers(
  tx: Transaction<Schema>,
  deleted: IdentityWrites['deleted'],
): Promise<void> {
  if (deleted.length === 0) return;
  await sql`
    WITH moved AS (
      DELETE FROM cohort_members m
      USING unnest(${deleted.map((p) => p.projectId)}::int[], ${deleted.map((p) => p.id)}::uuid[],
                   ${deleted.map((p) => p.into)}::uuid[]) AS r (project_id, source, target)
      WHERE m.project_id = r.project_id AND m.person_id = r.source
      RETURNING m.project_id, m.cohort_id, m.version, r.target
    ), kept AS (
      INSERT INTO cohort_members (project_id, cohort_id, person_id, version)
      SELECT DISTINCT project_id, cohort_id, target, version FROM moved
      ON CONFLICT DO NOTHING
    )
    INSERT INTO cohort_touches (cohort_id)
    SELECT DISTINCT cohort_id FROM moved WHERE version = 0`.execute(tx);
}
