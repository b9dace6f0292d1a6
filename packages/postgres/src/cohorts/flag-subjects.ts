import { sql } from 'kysely';
import type { Database } from '../database';
import { STATIC_VERSION } from './static-members';

/** The data of a person for an evaluation of flags without a request. */
export interface FlagSubject {
  readonly personId: string;
  /** The oldest of the person's distinct ids. */
  readonly distinctId: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** The cohorts that contain the person as a stored member. */
  readonly cohortIds: readonly number[];
  /** The stored hash keys of the person by flag key. */
  readonly hashKeys: Readonly<Record<string, string>>;
}

export interface FlagSubjects {
  /** A page of the project's persons that have a distinct id, in order of uuid, after `after`. */
  list(projectId: number, after: string | null, limit: number): Promise<readonly FlagSubject[]>;
}

export function createFlagSubjects({ db }: Database): FlagSubjects {
  return {
    async list(projectId, after, limit) {
      const { rows } = await sql<FlagSubject>`
        SELECT p.id AS "personId", d.distinct_id AS "distinctId", p.properties,
          ARRAY(
            SELECT m.cohort_id FROM cohort_members m JOIN cohorts c ON c.id = m.cohort_id
            WHERE m.project_id = p.project_id AND m.person_id = p.id AND NOT c.deleted
              AND m.version = CASE WHEN c.is_static THEN ${STATIC_VERSION}::bigint ELSE c.version END
          ) AS "cohortIds",
          coalesce((
            SELECT jsonb_object_agg(k.flag_key, k.hash_key) FROM flag_hash_keys k
            WHERE k.project_id = p.project_id AND k.person_id = p.id
          ), '{}') AS "hashKeys"
        FROM persons p
        CROSS JOIN LATERAL (
          SELECT distinct_id FROM person_distinct_ids
          WHERE project_id = p.project_id AND person_id = p.id
          ORDER BY version, distinct_id
          LIMIT 1
        ) d
        WHERE p.project_id = ${projectId}::int
          AND (${after}::uuid IS NULL OR p.id > ${after}::uuid)
        ORDER BY p.id
        LIMIT ${limit}`.execute(db);
      return rows;
    },
  };
}
