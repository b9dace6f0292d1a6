import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Writer } from '../activity-log/unit-of-work';
import type { Schema } from '../schema';
import type {
  DistinctIdKey,
  PersonKey,
  PersonlessId,
  PersonVersion,
  StoredDistinctId,
  StoredGroup,
  StoredPerson,
} from './types';

type GroupKey = Pick<StoredGroup, 'projectId' | 'groupTypeIndex' | 'groupKey'>;

/** Entries only contain keys; the rows are read in their current state when an entry is processed. */
interface OutboxKeys {
  readonly persons: [projectId: number, id: string][];
  readonly distinctIds: [projectId: number, distinctId: string][];
  readonly groups: [projectId: number, index: number, key: string][];
}

/** The current state of rows that were committed here and may be missing in ClickHouse. */
export interface OutboxRows {
  readonly ids: readonly number[];
  readonly persons: readonly StoredPerson[];
  readonly tombstones: readonly PersonVersion[];
  readonly distinctIds: readonly StoredDistinctId[];
  /** Distinct ids that have lost their person. */
  readonly freedDistinctIds: readonly PersonlessId[];
  readonly groups: readonly StoredGroup[];
}

/** Records, in the same transaction, which rows must be written to ClickHouse. Null if there are none. */
export async function writeOutbox(
  tx: Writer,
  changed: {
    readonly persons: readonly PersonKey[];
    readonly distinctIds: readonly DistinctIdKey[];
    readonly groups: readonly GroupKey[];
  },
): Promise<number | null> {
  const { persons, distinctIds, groups } = changed;
  if (persons.length + distinctIds.length + groups.length === 0) return null;
  const keys: OutboxKeys = {
    persons: persons.map((person) => [person.projectId, person.id]),
    distinctIds: distinctIds.map((id) => [id.projectId, id.distinctId]),
    groups: groups.map((group) => [group.projectId, group.groupTypeIndex, group.groupKey]),
  };
  const { id } = await tx
    .insertInto('identity_outbox')
    .values({ keys: JSON.stringify(keys) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The oldest entries that were not completed within `minAgeMs`; null if there are none. */
export async function readOutbox(
  db: Kysely<Schema>,
  limit: number,
  minAgeMs: number,
): Promise<OutboxRows | null> {
  const entries = await db
    .selectFrom('identity_outbox')
    .select(['id', 'keys'])
    .where('created_at', '<=', sql<Date>`now() - ${minAgeMs} * interval '1 millisecond'`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return entries.length === 0 ? null : rowsOf(db, entries);
}

/** The current state of the rows of these entries. */
export async function readOutboxEntries(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<OutboxRows | null> {
  if (ids.length === 0) return null;
  const entries = await db
    .selectFrom('identity_outbox')
    .select(['id', 'keys'])
    .where('id', 'in', [...ids])
    .execute();
  return entries.length === 0 ? null : rowsOf(db, entries);
}

async function rowsOf(
  db: Kysely<Schema>,
  entries: readonly { readonly id: number; readonly keys: unknown }[],
): Promise<OutboxRows> {
  const keys = entries.map((entry) => entry.keys as OutboxKeys);
  const persons = JSON.stringify(keys.flatMap((k) => k.persons));
  const distinctIds = JSON.stringify(keys.flatMap((k) => k.distinctIds));
  const groups = JSON.stringify(keys.flatMap((k) => k.groups));
  return {
    ids: entries.map((entry) => entry.id),
    persons: (
      await sql<StoredPerson>`
        SELECT p.project_id AS "projectId", p.id, p.properties, p.is_identified AS "isIdentified",
               p.version, p.created_at AS "createdAt"
        FROM persons p
        JOIN (SELECT DISTINCT (k ->> 0)::int AS project_id, (k ->> 1)::uuid AS id
              FROM jsonb_array_elements(${persons}::jsonb) k) k
          ON p.project_id = k.project_id AND p.id = k.id`.execute(db)
    ).rows,
    tombstones: (
      await sql<PersonVersion>`
        SELECT t.project_id AS "projectId", t.id, t.version
        FROM person_tombstones t
        JOIN (SELECT DISTINCT (k ->> 0)::int AS project_id, (k ->> 1)::uuid AS id
              FROM jsonb_array_elements(${persons}::jsonb) k) k
          ON t.project_id = k.project_id AND t.id = k.id`.execute(db)
    ).rows,
    distinctIds: (
      await sql<StoredDistinctId>`
        SELECT d.project_id AS "projectId", d.distinct_id AS "distinctId",
               d.person_id AS "personId", d.version
        FROM person_distinct_ids d
        JOIN (SELECT DISTINCT (k ->> 0)::int AS project_id, k ->> 1 AS distinct_id
              FROM jsonb_array_elements(${distinctIds}::jsonb) k) k
          ON d.project_id = k.project_id AND d.distinct_id = k.distinct_id`.execute(db)
    ).rows,
    freedDistinctIds: (
      await sql<PersonlessId>`
        SELECT p.project_id AS "projectId", p.distinct_id AS "distinctId", p.last_version AS version
        FROM personless_distinct_ids p
        JOIN (SELECT DISTINCT (k ->> 0)::int AS project_id, k ->> 1 AS distinct_id
              FROM jsonb_array_elements(${distinctIds}::jsonb) k) k
          ON p.project_id = k.project_id AND p.distinct_id = k.distinct_id
        LEFT JOIN person_distinct_ids d
          ON d.project_id = p.project_id AND d.distinct_id = p.distinct_id
        WHERE p.last_version > 0 AND d.distinct_id IS NULL`.execute(db)
    ).rows,
    groups: (
      await sql<StoredGroup>`
        SELECT g.project_id AS "projectId", g.group_type_index AS "groupTypeIndex",
               g.group_key AS "groupKey", g.properties, g.version, g.created_at AS "createdAt"
        FROM groups g
        JOIN (SELECT DISTINCT (k ->> 0)::int AS project_id, (k ->> 1)::smallint AS group_type_index,
                     k ->> 2 AS group_key
              FROM jsonb_array_elements(${groups}::jsonb) k) k
          ON g.project_id = k.project_id AND g.group_type_index = k.group_type_index
            AND g.group_key = k.group_key`.execute(db)
    ).rows,
  };
}

export async function completeOutbox(db: Kysely<Schema>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('identity_outbox')
    .where('id', 'in', [...ids])
    .execute();
}
