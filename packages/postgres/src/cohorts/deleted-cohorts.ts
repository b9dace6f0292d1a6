import { sql } from 'kysely';
import type { Database } from '../database';
import type { CohortReference } from './cohort';

/** A deleted cohort that still has members. */
export interface CohortToEmpty extends CohortReference {
  /** The highest version of its members. */
  readonly lastVersion: number;
}

/**
 * Removes the members of deleted cohorts. A cohort that is restored meanwhile keeps the members that are not removed
 * yet.
 */
export interface DeletedCohorts {
  listToEmpty(deletedBefore: Date, limit: number): Promise<readonly CohortToEmpty[]>;
  /** Removes at most `limit` members; returns their number. */
  removeMembers(cohort: CohortReference, limit: number): Promise<number>;
  /** Records that all members are removed, so that the cohort is not listed again. */
  noteEmpty(cohort: CohortReference): Promise<void>;
}

export function createDeletedCohorts({ db }: Database): DeletedCohorts {
  return {
    async listToEmpty(deletedBefore, limit) {
      const rows = await db
        .selectFrom('cohorts')
        .select(['id', 'project_id', 'last_version'])
        .where('deleted', '=', true)
        .where('members_removed', '=', false)
        // Cohorts that were deleted by an older version have no time of deletion.
        .where((e) => e.or([e('deleted_at', 'is', null), e('deleted_at', '<', deletedBefore)]))
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        projectId: row.project_id,
        cohortId: row.id,
        lastVersion: row.last_version,
      }));
    },

    removeMembers: ({ projectId, cohortId }, limit) =>
      db.transaction().execute(async (transaction) => {
        const deleted = await transaction
          .selectFrom('cohorts')
          .select('id')
          .where('project_id', '=', projectId)
          .where('id', '=', cohortId)
          .where('deleted', '=', true)
          .forUpdate()
          .executeTakeFirst();
        if (deleted === undefined) return 0;
        const { numAffectedRows } = await sql`
          DELETE FROM cohort_members WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM cohort_members
            WHERE cohort_id = ${cohortId}::int AND project_id = ${projectId}::int
            LIMIT ${limit}))`.execute(transaction);
        return Number(numAffectedRows ?? 0);
      }),

    async noteEmpty({ projectId, cohortId }) {
      await db
        .updateTable('cohorts')
        .set({ members_removed: true, version: null, count: null })
        .where('project_id', '=', projectId)
        .where('id', '=', cohortId)
        .where('deleted', '=', true)
        .execute();
    },
  };
}
