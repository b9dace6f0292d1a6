import { sql } from 'kysely';
import { logActivity } from '../activity-log/log-activity';
import type { Database } from '../database';
import { changeByHand, holdPersons } from './change-persons';
import type { DeletionReach, PersonDeletion } from './delete-persons';
import { deletePersons } from './delete-persons';
import { writeOutbox } from './outbox';
import type { PersonAuthor } from './person-activity';
import { changedProperties, personActivity } from './person-activity';
import type { SplitOutcome, SplitPlan } from './split-person';
import { splitPerson } from './split-person';

type Properties = Readonly<Record<string, unknown>>;

/**
 * Changes of persons by hand, each told in the activity log. Each leaves an outbox entry: publish what it names, then
 * complete it.
 */
export interface PersonEditor {
  /**
   * @param change pure; null leaves the person as it is.
   * @returns null when there is no such person.
   */
  update(
    author: PersonAuthor,
    id: string,
    change: (properties: Properties) => Properties | null,
  ): Promise<{ readonly outboxId: number | null } | null>;
  split(author: PersonAuthor, id: string, plan: SplitPlan): Promise<SplitOutcome>;
  delete(
    author: PersonAuthor,
    ids: readonly string[],
    reach: DeletionReach,
  ): Promise<PersonDeletion>;
  /** Uuids of the persons of these distinct ids, by distinct id. */
  findIds(projectId: number, distinctIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export function createPersonEditor(database: Database): PersonEditor {
  return {
    update: (author, id, change) =>
      changeByHand(database, async (tx) => {
        const { projectId } = author;
        const [person] = await holdPersons(tx, projectId, [id]);
        if (person === undefined) return null;
        const properties = change(person.properties);
        if (properties === null) return { outboxId: null };
        await sql`
          UPDATE persons SET properties = ${JSON.stringify(properties)}::jsonb, version = version + 1
          WHERE project_id = ${projectId} AND id = ${id}::uuid`.execute(tx);
        const names = changedProperties(person.properties, properties);
        const told = {
          action: 'changed',
          field: 'properties',
          before: null,
          after: names,
        } as const;
        await logActivity(tx, personActivity(author, id, 'updated', [told]));
        const outboxId = await writeOutbox(tx, { persons: [person], distinctIds: [], groups: [] });
        return { outboxId };
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
