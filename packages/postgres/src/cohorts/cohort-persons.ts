import { sql } from 'kysely';
import type { Database } from '../database';
import { STATIC_VERSION } from './static-members';

/** A person with all distinct ids, for lists. */
export interface ListedPerson {
  readonly id: string;
  readonly distinctIds: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
  readonly isIdentified: boolean;
  readonly createdAt: Date;
}

export interface CohortPersons {
  /** A page of the members of a static cohort, the newest persons first. */
  listStaticMembers(
    projectId: number,
    cohortId: number,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<readonly string[]>;
  /** The persons in the requested order, without deleted ones. */
  findPersons(projectId: number, ids: readonly string[]): Promise<readonly ListedPerson[]>;
}

export function createCohortPersons({ db }: Database): CohortPersons {
  return {
    async listStaticMembers(projectId, cohortId, { limit, offset }) {
      const rows = await db
        .selectFrom('cohort_members as m')
        .innerJoin('persons as p', (join) =>
          join.onRef('p.project_id', '=', 'm.project_id').onRef('p.id', '=', 'm.person_id'),
        )
        .select('m.person_id')
        .where('m.project_id', '=', projectId)
        .where('m.cohort_id', '=', cohortId)
        .where('m.version', '=', STATIC_VERSION)
        .orderBy('p.created_at', 'desc')
        .orderBy('p.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map((row) => row.person_id);
    },

    async findPersons(projectId, ids) {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom('persons')
        .select(['id', 'properties', 'is_identified', 'created_at'])
        .select(
          sql<string[]>`ARRAY(
            SELECT d.distinct_id FROM person_distinct_ids d
            WHERE d.project_id = persons.project_id AND d.person_id = persons.id
            ORDER BY d.distinct_id)`.as('distinct_ids'),
        )
        .where('project_id', '=', projectId)
        .where(sql<boolean>`id = ANY (${[...ids]}::uuid[])`)
        .execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => {
        const row = byId.get(id);
        if (row === undefined) return [];
        return [
          {
            id: row.id,
            distinctIds: row.distinct_ids,
            properties: row.properties,
            isIdentified: row.is_identified,
            createdAt: row.created_at,
          },
        ];
      });
    },
  };
}
