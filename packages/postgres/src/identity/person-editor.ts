import { sql } from 'kysely';
import type { Database } from '../database';
import { changeByHand, holdPersons } from './change-persons';
import type { DeletionReach, PersonDeletion } from './delete-persons';
import { deletePersons } from './delete-persons';
import { writeOutbox } from './outbox';
import type { PersonAuthor } from './person-history';
import { changedProperties, personActivity } from './person-history';
import type { SplitOutcome, SplitPlan } from './split-person';
import { splitPerson } from './split-person';
import type { StoredPerson } from './types';

/** The changed fields of a person. */
type PersonEdit = Required<Pick<StoredPerson, 'properties' | 'firstTouch'>>;

/**
 * Changes of persons by users, each logged in the activity log. Each creates an outbox entry; the caller writes its
 * rows to ClickHouse and completes it.
 */
export interface PersonEditor {
  /**
   * Changes the properties of a person.
   * @param change without side effects; returns the new properties and their times, or null for no change
   * @returns null if there is no such person
   */
  update(
    author: PersonAuthor,
    id: string,
    change: (person: StoredPerson) => PersonEdit | null,
  ): Promise<{ readonly outboxId: number | null } | null>;
  split(author: PersonAuthor, id: string, plan: SplitPlan): Promise<SplitOutcome>;
  delete(
    author: PersonAuthor,
    ids: readonly string[],
    reach: DeletionReach,
  ): Promise<PersonDeletion>;
  /** The uuids of persons by distinct id. */
  findIds(projectId: number, distinctIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export function createPersonEditor(database: Database): PersonEditor {
  return {
    update: (author, id, change) =>
      changeByHand<{ readonly outboxId: number | null } | null>(database, async (tx) => {
        const { projectId } = author;
        const [person] = await holdPersons(tx, projectId, [id]);
        if (person === undefined) return { result: null, entries: [] };
        const edit = change(person);
        if (edit === null) return { result: { outboxId: null }, entries: [] };
        const { properties, firstTouch } = edit;
        await sql`
          UPDATE persons SET properties = ${JSON.stringify(properties)}::jsonb,
            first_touch = ${firstTouch === null ? null : JSON.stringify(firstTouch)}::jsonb,
            version = version + 1
          WHERE project_id = ${projectId} AND id = ${id}::uuid`.execute(tx);
        const names = changedProperties(person.properties, properties);
        const recorded = {
          action: 'changed',
          field: 'properties',
          before: null,
          after: names,
        } as const;
        const outboxId = await writeOutbox(tx, { persons: [person], distinctIds: [], groups: [] });
        return {
          result: { outboxId },
          entries: [personActivity(author, id, 'updated', [recorded])],
        };
      }),
    split: (author, id, plan) => splitPerson(database, author, id, plan),
    delete: (author, ids, reach) => deletePersons(database, author, ids, reach),
    async findIds(projectId, distinctIds) {
      if (distinctIds.length === 0) return new Map();
      const rows = await database.db
        .selectFrom('person_distinct_ids')
        .select(['distinct_id', 'person_id'])
        .where('project_id', '=', projectId)
        .where('distinct_id', 'in', [...distinctIds])
        .execute();
      return new Map(rows.map((row) => [row.distinct_id, row.person_id]));
    },
  };
}
