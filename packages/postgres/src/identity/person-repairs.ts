import { sql } from 'kysely';
import type { NewActivity } from '../activity-log/activity';
import type { Writer } from '../activity-log/unit-of-work';
import type { Database } from '../database';
import { changeByHand, holdPersons } from './change-persons';
import { writeOutbox } from './outbox';
import type { StoredPerson } from './types';

/** A person with the distinct ids whose events all belong to it: without ids that lost an earlier, deleted person. */
export interface RepairCandidate extends StoredPerson {
  readonly distinctIds: readonly string[];
}

/** A person with its corrected fields. */
export interface MendedPerson {
  /** As it was read. */
  readonly before: StoredPerson;
  readonly after: StoredPerson;
  /** The names of the changed properties. */
  readonly properties: readonly string[];
  /** Whether more than the stored times changes. */
  readonly isVisible: boolean;
}

/** Corrects the creation time and first values of persons by their events (`tidemark persons repair`). */
export interface PersonRepairs {
  /** The ids of all projects, in order. */
  listProjects(): Promise<readonly number[]>;
  /** A page of persons in order of uuid, after `after`. */
  list(projectId: number, after: string | null, limit: number): Promise<readonly RepairCandidate[]>;
  /** The persons with these ids. */
  find(projectId: number, ids: readonly string[]): Promise<readonly RepairCandidate[]>;
  /**
   * Writes persons that have not changed since they were read, logs each visible change, and creates an outbox entry
   * for the ingest-workers.
   * @returns the uuids of persons that were changed meanwhile, and the id of the outbox entry; the id is null if no
   *   visible change was made
   */
  save(
    projectId: number,
    mended: readonly MendedPerson[],
  ): Promise<{ readonly overtaken: readonly string[]; readonly outboxId: number | null }>;
  /** Requests new calculations of all cohorts of a project that depend on persons. */
  renewCohorts(projectId: number): Promise<void>;
}

export function createPersonRepairs(database: Database): PersonRepairs {
  const { db } = database;
  return {
    async listProjects() {
      const rows = await db.selectFrom('projects').select('id').orderBy('id').execute();
      return rows.map(({ id }) => id);
    },
    async list(projectId, after, limit) {
      const { rows } = await sql<RepairCandidate>`
        ${CANDIDATES} WHERE p.project_id = ${projectId}
          AND (${after}::uuid IS NULL OR p.id > ${after}::uuid)
        ORDER BY p.id LIMIT ${limit}`.execute(db);
      return rows;
    },
    async find(projectId, ids) {
      const { rows } = await sql<RepairCandidate>`
        ${CANDIDATES} WHERE p.project_id = ${projectId} AND p.id = ANY (${[...ids]}::uuid[])
        ORDER BY p.id`.execute(db);
      return rows;
    },
    save: (projectId, mended) =>
      changeByHand(database, async (tx) => {
        const held = await holdPersons(
          tx,
          projectId,
          mended.map(({ before }) => before.id),
        );
        const versions = new Map(held.map(({ id, version }) => [id, version]));
        const [same, others] = parted(
          mended,
          ({ before }) => versions.get(before.id) === before.version,
        );
        await updatePersons(tx, same);
        const visible = same.filter(({ isVisible }) => isVisible);
        const outboxId = await writeOutbox(tx, {
          persons: visible.map(({ after }) => after),
          distinctIds: [],
          groups: [],
        });
        const result = { overtaken: others.map(({ before }) => before.id), outboxId };
        return { result, entries: visible.map(activityOf) };
      }),
    async renewCohorts(projectId) {
      await db
        .updateTable('cohorts')
        .set({ revision: sql<number>`revision + 1` })
        .where('project_id', '=', projectId)
        .where('is_static', '=', false)
        .where('deleted', '=', false)
        .execute();
    },
  };
}

const CANDIDATES = sql`
  SELECT p.project_id AS "projectId", p.id, p.properties, p.is_identified AS "isIdentified", p.version,
    p.created_at AS "createdAt", p.first_touch AS "firstTouch",
    array(
      SELECT d.distinct_id FROM person_distinct_ids d
      LEFT JOIN personless_distinct_ids l
        ON l.project_id = d.project_id AND l.distinct_id = d.distinct_id
      WHERE d.project_id = p.project_id AND d.person_id = p.id AND coalesce(l.last_version, 0) = 0
      ORDER BY d.distinct_id
    ) AS "distinctIds"
  FROM persons p`;

async function updatePersons(tx: Writer, mended: readonly MendedPerson[]): Promise<void> {
  if (mended.length === 0) return;
  const records = mended.map(({ after }) => ({
    project_id: after.projectId,
    id: after.id,
    properties: after.properties,
    created_at: after.createdAt,
    first_touch: after.firstTouch ?? null,
  }));
  await sql`
    UPDATE persons p
    SET properties = r.properties, created_at = r.created_at, first_touch = r.first_touch,
        version = p.version + 1
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
      AS r (project_id int, id uuid, properties jsonb, created_at timestamptz, first_touch jsonb)
    WHERE p.project_id = r.project_id AND p.id = r.id`.execute(tx);
}

/**
 * The log entry contains the names of properties but not their values, because the log is kept longer than the
 * person.
 */
function activityOf({ before, after, properties }: MendedPerson): NewActivity {
  const change = (field: string, from: unknown, to: unknown) =>
    ({ type: 'Person', action: 'changed', field, before: from, after: to }) as const;
  return {
    projectId: after.projectId,
    userId: null,
    scope: 'Person',
    itemId: after.id,
    activity: 'updated',
    detail: {
      name: null,
      changes: [
        ...(properties.length > 0 ? [change('properties', null, properties)] : []),
        ...(after.createdAt < before.createdAt
          ? [change('created_at', before.createdAt, after.createdAt)]
          : []),
      ],
    },
  };
}

function parted<T>(items: readonly T[], holds: (item: T) => boolean): readonly [T[], T[]] {
  return [items.filter(holds), items.filter((item) => !holds(item))];
}
