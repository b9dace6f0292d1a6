import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database';
import type { Cohort, CohortReference } from './cohort';
import { toCohort } from './cohort';
import type { DueLimits } from './due-cohorts';
import { listDueCohorts } from './due-cohorts';
import { STATIC_VERSION } from './static-members';

/** A running calculation. A later claim of the cohort replaces it. */
export interface CohortClaim {
  readonly token: string;
  /** The cohort as it was at the start of the calculation. */
  readonly cohort: Cohort;
  /** The version of the membership that the calculation writes. */
  readonly version: number;
  readonly revision: number;
  /** Whether the members of a static cohort must still be computed from its filters or query. */
  readonly needsSnapshot: boolean;
}

/** The operations of a worker that calculates members. Every write needs the claim. */
export interface CohortCalculations {
  /**
   * Takes a cohort. Null if there is nothing to do: the cohort does not exist or is deleted, or its membership is of
   * the current revision and, for a dynamic cohort, not older than `staleBefore`.
   */
  claim(reference: CohortReference, staleBefore: Date): Promise<CohortClaim | null>;
  /** Ends the claim without changes, so that another worker can calculate the cohort. */
  release(claim: CohortClaim): Promise<void>;
  /** Whether the claim is still valid; false after another claim or the deletion of the cohort. */
  holds(claim: CohortClaim): Promise<boolean>;
  /**
   * Adds members for the evaluation of flags: to the members of a static cohort, or to the claim's version of a
   * dynamic one.
   */
  addMembers(claim: CohortClaim, personIds: readonly string[]): Promise<void>;
  /** A page of a static cohort's members, in order of uuid, after `after`. */
  listMembers(claim: CohortClaim, after: string | null, limit: number): Promise<readonly string[]>;
  /** Makes the version of the claim the readable one. False if the claim was lost. */
  finish(claim: CohortClaim, count: number): Promise<boolean>;
  /** Records a failure. Users see `reason`, so it must not contain an engine's message. */
  fail(claim: CohortClaim, reason: string): Promise<boolean>;
  /** Requests calculations of cohorts that depend on a changed cohort. */
  request(projectId: number, cohortIds: readonly number[]): Promise<void>;
  /** Cohorts that wait for a calculation. */
  listDue(limits: DueLimits): Promise<readonly CohortReference[]>;
}

export function createCohortCalculations(database: Database): CohortCalculations {
  const { db } = database;
  const held = ({ cohort, token }: CohortClaim) =>
    db.updateTable('cohorts').where('id', '=', cohort.id).where('calculation', '=', token);
  const memberVersion = ({ cohort, version }: CohortClaim): number =>
    cohort.isStatic ? STATIC_VERSION : version;

  return {
    async claim({ projectId, cohortId }, staleBefore) {
      const token = randomUUID();
      const row = await db
        .updateTable('cohorts')
        .set({
          calculation: token,
          calculation_started_at: sql<Date>`now()`,
          last_version: sql<number>`last_version + 1`,
        })
        .where('project_id', '=', projectId)
        .where('id', '=', cohortId)
        .where('deleted', '=', false)
        .where((e) =>
          e.or([
            e('calculated_revision', '<', e.ref('revision')),
            e.and([e('is_static', '=', false), e('last_calculation', '<', staleBefore)]),
          ]),
        )
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return null;
      return {
        token,
        cohort: toCohort(row),
        version: row.last_version,
        revision: row.revision,
        needsSnapshot: row.needs_snapshot,
      };
    },

    async release(claim) {
      await held(claim).set({ calculation: null, calculation_started_at: null }).execute();
    },

    async holds({ cohort, token }) {
      const row = await db
        .selectFrom('cohorts')
        .select('id')
        .where('id', '=', cohort.id)
        .where('calculation', '=', token)
        .where('deleted', '=', false)
        .executeTakeFirst();
      return row !== undefined;
    },

    async addMembers(claim, personIds) {
      if (personIds.length === 0) return;
      // Persons who were merged into others since are not added.
      await sql`
        INSERT INTO cohort_members (project_id, cohort_id, person_id, version)
        SELECT p.project_id, ${claim.cohort.id}::int, p.id, ${memberVersion(claim)}::bigint
        FROM persons p
        WHERE p.project_id = ${claim.cohort.projectId}::int AND p.id = ANY (${[...personIds]}::uuid[])
        ORDER BY p.id
        ON CONFLICT DO NOTHING`.execute(db);
    },

    async listMembers({ cohort }, after, limit) {
      const rows = await db
        .selectFrom('cohort_members')
        .select('person_id')
        .where('cohort_id', '=', cohort.id)
        .where('version', '=', STATIC_VERSION)
        .$if(after !== null, (q) => q.where('person_id', '>', after ?? ''))
        .orderBy('person_id')
        .limit(limit)
        .execute();
      return rows.map((row) => row.person_id);
    },

    async finish(claim, count) {
      const { version, revision, cohort } = claim;
      const row = await held(claim)
        .set({
          version,
          count,
          calculated_revision: revision,
          calculation: null,
          calculation_started_at: null,
          last_calculation: sql<Date>`now()`,
          errors_calculating: 0,
          last_error: null,
          last_error_at: null,
          needs_snapshot: false,
        })
        .returning('id')
        .executeTakeFirst();
      if (row === undefined) return false;
      await db
        .deleteFrom('cohort_members')
        .where('cohort_id', '=', cohort.id)
        .where('version', '<', version)
        .where('version', '!=', STATIC_VERSION)
        .execute();
      return true;
    },

    async fail(claim, reason) {
      const row = await held(claim)
        .set({
          calculation: null,
          calculation_started_at: null,
          errors_calculating: sql<number>`errors_calculating + 1`,
          last_error: reason,
          last_error_at: sql<Date>`now()`,
        })
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async request(projectId, cohortIds) {
      if (cohortIds.length === 0) return;
      await db
        .updateTable('cohorts')
        .set({ revision: sql<number>`revision + 1` })
        .where('project_id', '=', projectId)
        .where('id', 'in', [...cohortIds])
        .execute();
    },

    listDue: (limits) => listDueCohorts(database, limits),
  };
}
