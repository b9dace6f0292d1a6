import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../schema';
import { keyOf } from './distinct-id-key';
import { moveCohortMembers } from './move-cohort-members';
import { moveFlagHashKeys } from './move-flag-hash-keys';
import { saveGroups, saveGroupTypes } from './save-groups';
import { IdentityRaceError } from './races';
import type {
  DistinctIdKey,
  IdentityCommit,
  IdentityWrites,
  StoredDistinctId,
  StoredPerson,
} from './types';
import { writeOutbox } from './outbox';

type Tx = Transaction<Schema>;

/**
 * Writes the changes of a batch with one statement per table and type of change. First locks the persons that change,
 * in order of key, and checks that they are the same as when they were loaded.
 * @param mergeIds the ids that `loadIdentity` has marked as merged in this transaction
 * @throws IdentityRaceError, or a database error with the same meaning (see `isRace`)
 */
export async function saveIdentity(
  tx: Tx,
  writes: IdentityWrites,
  mergeIds: readonly DistinctIdKey[],
): Promise<IdentityCommit> {
  await lockPersons(tx, writes);
  await insertPersons(tx, writes.created);
  await updatePersons(tx, writes.updated);
  await insertDistinctIds(tx, writes.attached);
  const moved = await moveDistinctIds(tx, writes.deleted);
  await moveCohortMembers(tx, writes.deleted);
  await moveFlagHashKeys(tx, writes.deleted);
  await deletePersons(tx, writes.deleted);
  await markPersonless(tx, without(writes.personlessSeen, mergeIds));
  await saveGroupTypes(tx, writes.groupTypes);
  const groups = await saveGroups(tx, writes.groups);
  const outboxId = await writeOutbox(tx, {
    persons: [...writes.created, ...writes.updated, ...writes.deleted],
    distinctIds: [...writes.attached, ...moved],
    groups,
  });
  return { moved, groups, outboxId };
}

async function lockPersons(tx: Tx, writes: IdentityWrites): Promise<void> {
  const expected = [...writes.updated, ...writes.deleted, ...writes.attachedTo];
  if (expected.length === 0) return;
  const { rows } = await sql<{ same: boolean }>`
    SELECT p.version = expected.version AS same
    FROM unnest(${expected.map((p) => p.projectId)}::int[], ${expected.map((p) => p.id)}::uuid[],
                ${expected.map((p) => p.loadedVersion)}::bigint[]) AS expected (project_id, id, version)
    JOIN persons p ON p.project_id = expected.project_id AND p.id = expected.id
    ORDER BY p.project_id, p.id
    FOR UPDATE OF p`.execute(tx);
  if (rows.length !== expected.length || rows.some((row) => !row.same)) {
    throw new IdentityRaceError('persons');
  }
}

/** The columns of a person in a JSON parameter, with their types. */
const PERSON_RECORD = sql.raw(
  'project_id int, id uuid, properties jsonb, is_identified boolean, version bigint, created_at timestamptz, first_touch jsonb',
);

function personRecords(persons: readonly StoredPerson[]): string {
  return JSON.stringify(
    persons.map((person) => ({
      project_id: person.projectId,
      id: person.id,
      properties: person.properties,
      is_identified: person.isIdentified,
      version: person.version,
      created_at: person.createdAt,
      first_touch: person.firstTouch ?? null,
    })),
  );
}

async function insertPersons(tx: Tx, persons: readonly StoredPerson[]): Promise<void> {
  if (persons.length === 0) return;
  await sql`
    INSERT INTO persons (project_id, id, properties, is_identified, version, created_at, first_touch)
    SELECT project_id, id, properties, is_identified, version, created_at, first_touch
    FROM jsonb_to_recordset(${personRecords(persons)}::jsonb) AS r (${PERSON_RECORD})
    ORDER BY project_id, id`.execute(tx);
}

async function updatePersons(tx: Tx, persons: readonly StoredPerson[]): Promise<void> {
  if (persons.length === 0) return;
  await sql`
    UPDATE persons p
    SET properties = r.properties, is_identified = r.is_identified, version = r.version,
        created_at = r.created_at, first_touch = r.first_touch
    FROM jsonb_to_recordset(${personRecords(persons)}::jsonb) AS r (${PERSON_RECORD})
    WHERE p.project_id = r.project_id AND p.id = r.id`.execute(tx);
}

async function insertDistinctIds(tx: Tx, ids: readonly StoredDistinctId[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    INSERT INTO person_distinct_ids (project_id, distinct_id, person_id, version)
    SELECT project_id, distinct_id, person_id, version
    FROM unnest(${ids.map((id) => id.projectId)}::int[], ${ids.map((id) => id.distinctId)}::text[],
                ${ids.map((id) => id.personId)}::uuid[], ${ids.map((id) => id.version)}::bigint[])
      AS r (project_id, distinct_id, person_id, version)
    ORDER BY project_id, distinct_id`.execute(tx);
}

async function moveDistinctIds(
  tx: Tx,
  deleted: IdentityWrites['deleted'],
): Promise<StoredDistinctId[]> {
  if (deleted.length === 0) return [];
  const { rows } = await sql<StoredDistinctId>`
    UPDATE person_distinct_ids d
    SET person_id = m.target, version = d.version + 1
    FROM unnest(${deleted.map((p) => p.projectId)}::int[], ${deleted.map((p) => p.id)}::uuid[],
                ${deleted.map((p) => p.into)}::uuid[]) AS m (project_id, source, target)
    WHERE d.project_id = m.project_id AND d.person_id = m.source
    RETURNING d.project_id AS "projectId", d.distinct_id AS "distinctId",
              d.person_id AS "personId", d.version`.execute(tx);
  return rows;
}

async function deletePersons(tx: Tx, deleted: IdentityWrites['deleted']): Promise<void> {
  if (deleted.length === 0) return;
  await sql`
    WITH gone AS (
      SELECT project_id, id, version
      FROM unnest(${deleted.map((p) => p.projectId)}::int[], ${deleted.map((p) => p.id)}::uuid[],
                  ${deleted.map((p) => p.version)}::bigint[]) AS r (project_id, id, version)
    ), removed AS (
      DELETE FROM persons p USING gone WHERE p.project_id = gone.project_id AND p.id = gone.id
    )
    INSERT INTO person_tombstones (project_id, id, version)
    SELECT project_id, id, version FROM gone ORDER BY project_id, id
    ON CONFLICT (project_id, id)
      DO UPDATE SET version = greatest(person_tombstones.version, excluded.version)`.execute(tx);
}

/**
 * Leaves out ids that `loadIdentity` has already marked in this transaction: a batch may contain a personless event
 * of an id and its merge.
 */
function without(
  ids: readonly DistinctIdKey[],
  noted: readonly DistinctIdKey[],
): readonly DistinctIdKey[] {
  if (ids.length === 0) return ids;
  const keys = new Set(noted.map(keyOf));
  return ids.filter((id) => !keys.has(keyOf(id)));
}

/**
 * Records ids with personless events. An id that another worker has merged since it was read now has a person, so the
 * caller decides again.
 */
async function markPersonless(tx: Tx, ids: readonly DistinctIdKey[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ fresh: boolean }>`
    INSERT INTO personless_distinct_ids (project_id, distinct_id)
    SELECT project_id, distinct_id
    FROM unnest(${ids.map((id) => id.projectId)}::int[], ${ids.map((id) => id.distinctId)}::text[])
      AS r (project_id, distinct_id)
    ORDER BY project_id, distinct_id
    ON CONFLICT (project_id, distinct_id) DO NOTHING
    RETURNING true AS fresh`.execute(tx);
  if (rows.length !== ids.length) throw new IdentityRaceError('personless distinct ids');
}
