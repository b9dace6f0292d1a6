import { sql } from 'kysely';
import type { Writer } from '../activity-log/unit-of-work';
import type { Database } from '../database';
import { changeByHand, holdPersons } from './change-persons';
import { writeOutbox } from './outbox';
import type { PersonAuthor } from './person-history';
import { personActivity } from './person-history';
import type { StoredDistinctId, StoredPerson } from './types';

export interface SplitPlan {
  /** The distinct id that the person keeps; null: the first one, and the person loses its properties. */
  readonly mainDistinctId: string | null;
  /** If set, only these distinct ids leave, and the person keeps its properties. */
  readonly leaving?: readonly string[] | undefined;
  /** The uuid for the person of a distinct id; another one is used if it belongs to another person. */
  readonly personIdOf: (distinctId: string) => string;
  /** Returns an unused uuid. */
  readonly freshId: () => string;
}

/** `unknown_id`: the main distinct id, or one that should leave, does not belong to the person. */
export type SplitOutcome =
  | { readonly outcome: 'split'; readonly outboxId: number | null }
  | { readonly outcome: 'no_person' }
  | { readonly outcome: 'unknown_id'; readonly distinctId: string };

/**
 * Moves all distinct ids of a person except one, or only the given ones, to new persons without properties. Events
 * follow their distinct ids by overrides.
 */
export function splitPerson(
  database: Database,
  author: PersonAuthor,
  id: string,
  plan: SplitPlan,
): Promise<SplitOutcome> {
  const { projectId } = author;
  return changeByHand<SplitOutcome>(database, async (tx) => {
    const [person] = await holdPersons(tx, projectId, [id]);
    if (person === undefined) return { result: { outcome: 'no_person' }, entries: [] };
    const distinctIds = await listDistinctIds(tx, projectId, id);
    const main = plan.mainDistinctId ?? distinctIds[0];
    const named = plan.leaving ?? (plan.mainDistinctId === null ? [] : [plan.mainDistinctId]);
    const unknown = named.find((distinctId) => !distinctIds.includes(distinctId));
    if (unknown !== undefined) {
      return { result: { outcome: 'unknown_id', distinctId: unknown }, entries: [] };
    }
    const leaving = plan.leaving ?? distinctIds.filter((distinctId) => distinctId !== main);
    const clears = plan.mainDistinctId === null && plan.leaving === undefined;
    if (clears) {
      await sql`UPDATE persons SET properties = '{}', first_touch = NULL, version = version + 1
        WHERE project_id = ${projectId} AND id = ${id}::uuid`.execute(tx);
    }
    const wanted = leaving.map(plan.personIdOf);
    const taken = new Set((await holdPersons(tx, projectId, wanted)).map((row) => row.id));
    const newIds = wanted.map((uuid) => (taken.has(uuid) ? plan.freshId() : uuid));
    await insertPersons(tx, person, newIds);
    const moved = await moveDistinctIds(tx, projectId, leaving, newIds);
    const persons = [person, ...newIds.map((uuid) => ({ projectId, id: uuid }))];
    const changed = clears || leaving.length > 0;
    const recorded = { action: 'created', field: 'persons', before: null, after: newIds } as const;
    const outboxId = changed
      ? await writeOutbox(tx, { persons, distinctIds: moved, groups: [] })
      : null;
    const entries = changed ? [personActivity(author, id, 'split_person', [recorded])] : [];
    return { result: { outcome: 'split', outboxId }, entries };
  });
}

async function listDistinctIds(
  tx: Writer,
  projectId: number,
  personId: string,
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('person_distinct_ids')
    .select('distinct_id')
    .where('project_id', '=', projectId)
    .where('person_id', '=', personId)
    .orderBy('distinct_id')
    .execute();
  return rows.map((row) => row.distinct_id);
}

/**
 * Inserts the new persons. If a deleted person had the same uuid, the version continues from its tombstone. Only
 * ClickHouse knows which events belong to each distinct id, so the new persons get the creation time of the split
 * one.
 */
async function insertPersons(
  tx: Writer,
  { projectId, createdAt }: StoredPerson,
  ids: readonly string[],
): Promise<void> {
  await sql`
    INSERT INTO persons (project_id, id, version, created_at)
    SELECT ${projectId}::int, r.id, coalesce(t.version + 1, 0), ${createdAt}::timestamptz
    FROM unnest(${[...ids]}::uuid[]) AS r (id)
    LEFT JOIN person_tombstones t ON t.project_id = ${projectId} AND t.id = r.id
    ORDER BY r.id`.execute(tx);
}

async function moveDistinctIds(
  tx: Writer,
  projectId: number,
  distinctIds: readonly string[],
  personIds: readonly string[],
): Promise<readonly StoredDistinctId[]> {
  const { rows } = await sql<StoredDistinctId>`
    UPDATE person_distinct_ids d
    SET person_id = m.person_id, version = d.version + 1
    FROM unnest(${[...distinctIds]}::text[], ${[...personIds]}::uuid[])
      AS m (distinct_id, person_id)
    WHERE d.project_id = ${projectId} AND d.distinct_id = m.distinct_id
    RETURNING d.project_id AS "projectId", d.distinct_id AS "distinctId",
              d.person_id AS "personId", d.version`.execute(tx);
  return rows;
}
