import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../schema';
import { keyOf } from './distinct-id-key';
import { IdentityRaceError } from './races';
import type {
  DistinctIdKey,
  IdentityRequest,
  IdentityState,
  PersonKey,
  PersonlessId,
  PersonVersion,
  StoredDistinctId,
  StoredPerson,
} from './types';

type Tx = Transaction<Schema>;

/**
 * Reads the state of all requested ids with one statement per table. With `lock`, the rows are locked until the
 * commit, in order of key, so that two workers cannot deadlock.
 */
export async function loadIdentity(
  tx: Tx,
  request: IdentityRequest,
  lock: boolean,
): Promise<IdentityState> {
  const distinctIds = await loadDistinctIds(tx, request.distinctIds, lock);
  const known = new Set(distinctIds.map(keyOf));
  const unknown = request.distinctIds.filter((id) => !known.has(keyOf(id)));
  const newPersons = unknown.map(({ projectId, newPersonId }) => ({ projectId, id: newPersonId }));
  const marked = await markMerged(
    tx,
    request.mergeIds.filter((id) => !known.has(keyOf(id))),
  );
  const persons = await loadPersons(
    tx,
    [...distinctIds.map(({ projectId, personId: id }) => ({ projectId, id })), ...newPersons],
    lock,
  );
  const present = new Set(persons.map(({ projectId, id }) => `${projectId}:${id}`));
  // Each statement sees a different snapshot: a merge may have deleted a person in between.
  if (distinctIds.some(({ projectId, personId }) => !present.has(`${projectId}:${personId}`))) {
    throw new IdentityRaceError('distinct ids');
  }
  return {
    distinctIds,
    persons,
    personless: [...marked.seenBefore, ...(await loadPersonless(tx, unknown, marked.asked))],
    tombstones: await loadTombstones(tx, newPersons),
    groupTypes: await loadGroupTypes(tx, request.groupProjects),
  };
}

async function loadDistinctIds(
  tx: Tx,
  asked: readonly DistinctIdKey[],
  lock: boolean,
): Promise<StoredDistinctId[]> {
  if (asked.length === 0) return [];
  const { rows } = await sql<StoredDistinctId>`
    SELECT d.project_id AS "projectId", d.distinct_id AS "distinctId",
           d.person_id AS "personId", d.version
    FROM unnest(${projects(asked)}::int[], ${asked.map((id) => id.distinctId)}::text[])
      AS asked (project_id, distinct_id)
    JOIN person_distinct_ids d
      ON d.project_id = asked.project_id AND d.distinct_id = asked.distinct_id
    ORDER BY d.project_id, d.distinct_id
    ${lock ? sql`FOR UPDATE OF d` : sql``}`.execute(tx);
  return rows;
}

/**
 * Marks these ids as being merged, and returns those that already have personless events. From now on, a worker that
 * processes the first personless event of such an id waits for this commit and then reads it again.
 */
async function markMerged(
  tx: Tx,
  ids: readonly DistinctIdKey[],
): Promise<{ asked: Set<string>; seenBefore: PersonlessId[] }> {
  if (ids.length === 0) return { asked: new Set(), seenBefore: [] };
  const { rows } = await sql<PersonlessId & { existed: boolean }>`
    INSERT INTO personless_distinct_ids (project_id, distinct_id, is_merged)
    SELECT project_id, distinct_id, true
    FROM unnest(${projects(ids)}::int[], ${ids.map((id) => id.distinctId)}::text[])
      AS asked (project_id, distinct_id)
    ORDER BY project_id, distinct_id
    ON CONFLICT (project_id, distinct_id) DO UPDATE SET is_merged = true
    RETURNING project_id AS "projectId", distinct_id AS "distinctId",
              last_version AS version, xmax <> 0 AS existed`.execute(tx);
  return { asked: new Set(ids.map(keyOf)), seenBefore: rows.filter((row) => row.existed) };
}

async function loadPersons(
  tx: Tx,
  asked: readonly PersonKey[],
  lock: boolean,
): Promise<StoredPerson[]> {
  if (asked.length === 0) return [];
  const { rows } = await sql<StoredPerson>`
    SELECT p.project_id AS "projectId", p.id, p.properties, p.is_identified AS "isIdentified",
           p.version, p.created_at AS "createdAt", p.first_touch AS "firstTouch"
    FROM persons p
    JOIN (SELECT DISTINCT project_id, id
          FROM unnest(${projects(asked)}::int[], ${asked.map((person) => person.id)}::uuid[])
            AS asked (project_id, id)) asked
      ON p.project_id = asked.project_id AND p.id = asked.id
    ORDER BY p.project_id, p.id
    ${lock ? sql`FOR UPDATE OF p` : sql``}`.execute(tx);
  return rows;
}

/** @throws IdentityRaceError if one of the ids was merged after its person was searched */
async function loadPersonless(
  tx: Tx,
  unknown: readonly DistinctIdKey[],
  alreadyMarked: ReadonlySet<string>,
): Promise<PersonlessId[]> {
  const asked = unknown.filter((id) => !alreadyMarked.has(keyOf(id)));
  if (asked.length === 0) return [];
  const { rows } = await sql<PersonlessId & { isMerged: boolean }>`
    SELECT p.project_id AS "projectId", p.distinct_id AS "distinctId", p.last_version AS version,
           p.is_merged AS "isMerged"
    FROM unnest(${projects(asked)}::int[], ${asked.map((id) => id.distinctId)}::text[])
      AS asked (project_id, distinct_id)
    JOIN personless_distinct_ids p
      ON p.project_id = asked.project_id AND p.distinct_id = asked.distinct_id`.execute(tx);
  const merged = rows.filter((row) => row.isMerged);
  // An id that was merged and has no person is valid: the person was deleted since.
  if ((await loadDistinctIds(tx, merged, false)).length > 0) {
    throw new IdentityRaceError('merged distinct ids');
  }
  return rows;
}

async function loadTombstones(tx: Tx, asked: readonly PersonKey[]): Promise<PersonVersion[]> {
  if (asked.length === 0) return [];
  const { rows } = await sql<PersonVersion>`
    SELECT t.project_id AS "projectId", t.id, t.version
    FROM unnest(${projects(asked)}::int[], ${asked.map((person) => person.id)}::uuid[])
      AS asked (project_id, id)
    JOIN person_tombstones t ON t.project_id = asked.project_id AND t.id = asked.id`.execute(tx);
  return rows;
}

async function loadGroupTypes(
  tx: Tx,
  projectIds: readonly number[],
): Promise<IdentityState['groupTypes']> {
  if (projectIds.length === 0) return [];
  return tx
    .selectFrom('group_types')
    .select(['project_id as projectId', 'group_type as groupType'])
    .select('group_type_index as groupTypeIndex')
    .where('project_id', 'in', [...projectIds])
    .execute();
}

function projects(keys: readonly { readonly projectId: number }[]): number[] {
  return keys.map((key) => key.projectId);
}
