import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import type { Writer } from '../activity-log/unit-of-work';
import type { Database } from '../database';
import type { Cohort } from './cohort';
import { COHORT_HISTORY } from './cohort-history';

/** How persons are identified; an e-mail address is compared with a property of the person. */
export type MemberIds =
  | { readonly by: 'person_id'; readonly ids: readonly string[] }
  | { readonly by: 'distinct_id'; readonly ids: readonly string[] }
  | { readonly by: 'email'; readonly ids: readonly string[]; readonly property: string };

/** Adds and removes members of static cohorts. Unknown persons are ignored. */
export interface StaticMembers {
  /**
   * Adds members, without a log entry: the caller logs a change of the cohort. Returns the number of persons of the
   * project that were found, including those who already were members.
   */
  add(projectId: number, cohortId: number, members: MemberIds): Promise<number>;
  /** Adds persons by their ids; logged if any were added. */
  addPersons(by: ProjectAuthor, cohort: Cohort, ids: readonly string[]): Promise<number>;
  /** False if the person was not a member. */
  removePerson(by: ProjectAuthor, cohort: Cohort, personId: string): Promise<boolean>;
}

const CHUNK = 5_000;

/** The version of all members of static cohorts, which are changed in place. */
export const STATIC_VERSION = 0;

export function createStaticMembers({ db, change }: Database): StaticMembers {
  return {
    add: (projectId, cohortId, members) =>
      db.transaction().execute((tx) => addMembers(tx, projectId, cohortId, members)),

    addPersons: (by, cohort, ids) =>
      change(COHORT_HISTORY, by, async (tx, entry) => {
        const result = await addMembers(tx, by.projectId, cohort.id, { by: 'person_id', ids });
        const details = { activity: 'persons_added_manually', secret: ['persons'] };
        return { result, entries: result === 0 ? [] : [entry(cohort, cohort, details)] };
      }),

    removePerson: (by, cohort, personId) =>
      change(COHORT_HISTORY, by, async (tx, entry) => {
        const { numDeletedRows } = await tx
          .deleteFrom('cohort_members')
          .where('project_id', '=', by.projectId)
          .where('cohort_id', '=', cohort.id)
          .where('version', '=', STATIC_VERSION)
          .where('person_id', '=', personId)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return { result: false, entries: [] };
        await membersChanged(tx, by.projectId, cohort.id);
        const details = { activity: 'person_removed_manually', secret: ['persons'] };
        return { result: true, entries: [entry(cohort, cohort, details)] };
      }),
  };
}

async function addMembers(
  tx: Writer,
  projectId: number,
  cohortId: number,
  members: MemberIds,
): Promise<number> {
  let found = 0;
  for (let start = 0; start < members.ids.length; start += CHUNK) {
    const ids = members.ids.slice(start, start + CHUNK);
    const persons = await findPersons(tx, projectId, { ...members, ids });
    await insertMembers(tx, projectId, cohortId, persons);
    found += persons.length;
  }
  await membersChanged(tx, projectId, cohortId);
  return found;
}

async function findPersons(
  transaction: Writer,
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
  transaction: Writer,
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
  transaction: Writer,
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
