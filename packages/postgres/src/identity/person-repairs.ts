import { sql } from 'kysely';
import type { NewActivity } from '../activity-log/activity';
import type { Writer } from '../activity-log/unit-of-work';
import type { Database } from '../database';
import { changeByHand, holdPersons } from './change-persons';
import { writeOutbox } from './outbox';
import type { StoredPerson } from './types';

/** A person, and the ids whose events are its own: not those that lost a deleted person before. */
export interface RepairCandidate extends StoredPerson {
  readonly distinctIds: readonly string[];
}

/** A person as it should be. */
export interface MendedPerson {
  /** As it was read. */
  readonly before: StoredPerson;
  readonly after: StoredPerson;
  /** Names of the properties that change. */
  readonly properties: readonly string[];
  /** Whether readers see a change; else only what is kept about times. */
  readonly isVisible: boolean;
}

/** Persons whose beginning is mended by their events (`tidemark persons repair`). */
export interface PersonRepairs {
  /** All projects, by id. */
  listProjects(): Promise<readonly number[]>;
  /** Persons in the order of their uuids, after `after`. */
  list(projectId: number, after: string | null, limit: number): Promise<readonly RepairCandidate[]>;
  /** The same for some of them. */
  find(projectId: number, ids: readonly string[]): Promise<readonly RepairCandidate[]>;
  /**
   * Writes persons that are still as they were read, writes each visible change to the activity log, and leaves
   * an outbox entry for the ingest-workers to publish.
   *
   * @returns uuids of those that another request changed meanwhile, and the entry; null when nothing changed
   * is visible.
   */
  save(
    projectId: number,
    mended: readonly MendedPerson[],
  ): Promise<{ readonly overtaken: readonly string[]; readonly outboxId: number | null }>;
  /** Asks for all cohorts of a project that depend on persons to be calculated anew. */
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

/** Names of properties, never their values: the log outlives the person. */
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
