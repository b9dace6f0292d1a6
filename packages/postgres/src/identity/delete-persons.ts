import { sql } from 'kysely';
import type { Writer } from '../activity-log/unit-of-work';
import type { Database } from '../database';
import { changeByHand, holdPersons } from './change-persons';
import { namingValues } from './naming-values';
import { writeOutbox } from './outbox';
import type { PersonAuthor } from './person-history';
import { personActivity } from './person-history';
import type { StoredPerson } from './types';

/**
 * The version of a tombstone is higher by this step, which is more than a person's version grows between two reads;
 * as for merges.
 */
const TOMBSTONE_STEP = 100;

export interface PersonDeletion {
  /** The uuids of the persons that existed. */
  readonly deleted: readonly string[];
  /** The id of the outbox entry; null if no person was deleted. */
  readonly outboxId: number | null;
}

/** The data to delete in addition to the persons themselves. */
export interface DeletionReach {
  /** Whether to delete the events that were captured until now. */
  readonly events: boolean;
  readonly recordings: boolean;
  /** Whether the persons themselves are kept. */
  readonly keepPersons: boolean;
}

/**
 * Deletes persons with their distinct ids, cohort memberships and flag hash keys, writes tombstones, and records
 * which data must be removed from ClickHouse. A distinct id that is used again creates a new person.
 * @param reach the data to delete in addition
 */
export function deletePersons(
  database: Database,
  author: PersonAuthor,
  ids: readonly string[],
  reach: DeletionReach,
): Promise<PersonDeletion> {
  const { projectId } = author;
  return changeByHand<PersonDeletion>(database, async (tx) => {
    const persons = await holdPersons(tx, projectId, ids);
    if (persons.length === 0) return { result: { deleted: [], outboxId: null }, entries: [] };
    const present = persons.map(({ id }) => id);
    await noteErasures(tx, projectId, persons, reach);
    const entries = present.map((id) =>
      personActivity(author, id, reach.keepPersons ? 'updated' : 'deleted', [reachDetails(reach)]),
    );
    if (reach.keepPersons) return { result: { deleted: present, outboxId: null }, entries };
    await leaveCohorts(tx, projectId, present);
    const distinctIds = await freeDistinctIds(tx, projectId, present);
    await sql`
      WITH removed AS (
        DELETE FROM persons WHERE project_id = ${projectId} AND id = ANY (${present}::uuid[])
        RETURNING id, version
      )
      INSERT INTO person_tombstones (project_id, id, version)
      SELECT ${projectId}::int, id, version + ${TOMBSTONE_STEP} FROM removed ORDER BY id
      ON CONFLICT (project_id, id)
        DO UPDATE SET version = greatest(person_tombstones.version, excluded.version)`.execute(tx);
    const outboxId = await writeOutbox(tx, { persons, distinctIds, groups: [] });
    return { result: { deleted: present, outboxId }, entries };
  });
}

/** The log entry about data that is deleted together with the persons, now or later. */
function reachDetails({ events, recordings, keepPersons }: DeletionReach) {
  const after = { person: !keepPersons, events, recordings };
  return { action: 'deleted', field: 'data', before: null, after } as const;
}

async function noteErasures(
  tx: Writer,
  projectId: number,
  persons: readonly StoredPerson[],
  { events, recordings, keepPersons }: DeletionReach,
): Promise<void> {
  const names = Object.fromEntries(
    persons.map(({ id, properties }) => [id, keepPersons ? [] : namingValues(properties)]),
  );
  await sql`
    INSERT INTO person_erasures
      (project_id, person_id, version, distinct_ids, distinct_id_versions, with_events,
       with_recordings, names)
    SELECT p.project_id, p.id,
      CASE WHEN ${keepPersons}::boolean THEN 0 ELSE p.version + ${TOMBSTONE_STEP} END,
      d.ids, CASE WHEN ${keepPersons}::boolean THEN '[]' ELSE d.versions END,
      ${events}, ${recordings}, ${JSON.stringify(names)}::jsonb -> p.id::text
    FROM persons p CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(distinct_id ORDER BY distinct_id), '[]') AS ids,
             coalesce(jsonb_agg(version + 1 ORDER BY distinct_id), '[]') AS versions
      FROM person_distinct_ids WHERE project_id = p.project_id AND person_id = p.id
    ) d
    WHERE p.project_id = ${projectId} AND p.id = ANY (${persons.map(({ id }) => id)}::uuid[])
    ORDER BY p.id`.execute(tx);
}

/** Removes persons from static cohorts and records these cohorts, whose members are counted again by the sweep. */
async function leaveCohorts(tx: Writer, projectId: number, ids: readonly string[]): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM cohort_members
      WHERE project_id = ${projectId} AND person_id = ANY (${[...ids]}::uuid[])
      RETURNING cohort_id, version
    )
    INSERT INTO cohort_touches (cohort_id)
    SELECT DISTINCT cohort_id FROM gone WHERE version = 0`.execute(tx);
}

/**
 * Keeps the distinct ids without a person. Their version grows by one, for the row in ClickHouse that removes the
 * person.
 */
async function freeDistinctIds(
  tx: Writer,
  projectId: number,
  personIds: readonly string[],
): Promise<readonly { readonly projectId: number; readonly distinctId: string }[]> {
  const { rows } = await sql<{ projectId: number; distinctId: string }>`
    WITH freed AS (
      DELETE FROM person_distinct_ids
      WHERE project_id = ${projectId} AND person_id = ANY (${[...personIds]}::uuid[])
      RETURNING distinct_id, version
    ), forgotten AS (
      DELETE FROM import_ids
      WHERE project_id = ${projectId} AND kind = 'person'
        AND target_id IN (SELECT distinct_id FROM freed)
    )
    INSERT INTO personless_distinct_ids (project_id, distinct_id, last_version)
    SELECT ${projectId}::int, distinct_id, version + 1 FROM freed ORDER BY distinct_id
    ON CONFLICT (project_id, distinct_id) DO UPDATE SET last_version = excluded.last_version
    RETURNING project_id AS "projectId", distinct_id AS "distinctId"`.execute(tx);
  return rows;
}
