import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database';
import { inTransaction } from '../database';
import type { Schema } from '../schema';

/** How persons are named; an email is compared with a property of the person. */
export type MemberIds =
  | { readonly by: 'person_id'; readonly ids: readonly string[] }
  | { readonly by: 'distinct_id'; readonly ids: readonly string[] }
  | { readonly by: 'email'; readonly ids: readonly string[]; readonly property: string };

/** The members of static cohorts, which their owners name. Unknown persons are passed over. */
export interface StaticMembers {
  /** Answers how many persons of the project were found, members already or not. */
  add(projectId: number, cohortId: number, members: MemberIds): Promise<number>;
  /** False when the person was no member. */
  remove(projectId: number, cohortId: number, personId: string): Promise<boolean>;
}

const CHUNK = 5_000;

/** Members of static cohorts have no versions: they change in place. */
export const STATIC_VERSION = 0;

export function createStaticMembers({ db }: Database): StaticMembers {
  return {
    add: (projectId, cohortId, members) =>
      inTransaction(db, async (transaction) => {
        let found = 0;
        for (let start = 0; start < members.ids.length; start += CHUNK) {
          const ids = members.ids.slice(start, start + CHUNK);
          const persons = await findPersons(transaction, projectId, { ...members, ids });
          await insertMembers(transaction, projectId, cohortId, persons);
          found += persons.length;
        }
        await membersChanged(transaction, projectId, cohortId);
        return found;
      }),

    remove: (projectId, cohortId, personId) =>
      inTransaction(db, async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('cohort_members')
          .where('project_id', '=', projectId)
          .where('cohort_id', '=', cohortId)
          .where('version', '=', STATIC_VERSION)
          .where('person_id', '=', personId)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await membersChanged(transaction, projectId, cohortId);
        return true;
      }),
  };
}

async function findPersons(
  transaction: Transaction<Schema>,
  projectId: number,
  members: MemberIds,
): Promise<readonly string[]> {
  const ids = [...members.ids];
  switch (members.by) {
    case 'person_id': {
      const rows = await transaction
        .selectFrom('persons')
        .select('id')
        .where('project_id', '=', projectId)
        .where(sql<boolean>`id = ANY (${ids}::uuid[])`)
        .execute();
      return rows.map((row) => row.id);
    }
    case 'distinct_id': {
      const rows = await transaction
        .selectFrom('person_distinct_ids')
        .select('person_id')
        .distinct()
        .where('project_id', '=', projectId)
        .where(sql<boolean>`distinct_id = ANY (${ids}::text[])`)
        .execute();
      return rows.map((row) => row.person_id);
    }
    case 'email': {
      const rows = await transaction
        .selectFrom('persons')
        .select('id')
        .where('project_id', '=', projectId)
        .where(sql<boolean>`properties ->> ${members.property} = ANY (${ids}::text[])`)
        .execute();
      return rows.map((row) => row.id);
    }
  }
}

async function insertMembers(
  transaction: Transaction<Schema>,
  projectId: number,
  cohortId: number,
  persons: readonly string[],
): Promise<void> {
  if (persons.length === 0) return;
  await sql`
    INSERT INTO cohort_members (project_id, cohort_id, person_id, version)
    SELECT ${projectId}::int, ${cohortId}::int, person_id, ${STATIC_VERSION}::bigint
    FROM unnest(${[...persons]}::uuid[]) AS r (person_id)
    ORDER BY person_id
    ON CONFLICT DO NOTHING`.execute(transaction);
}

async function membersChanged(
  transaction: Transaction<Schema>,
  projectId: number,
  cohortId: number,
): Promise<void> {
  await sql`
    UPDATE cohorts
    SET revision = revision + 1,
        last_calculation = now(),
        count = (SELECT count(*) FROM cohort_members
                 WHERE cohort_id = ${cohortId}::int AND version = ${STATIC_VERSION}::bigint)
    WHERE project_id = ${projectId}::int AND id = ${cohortId}::int`.execute(transaction);
}
