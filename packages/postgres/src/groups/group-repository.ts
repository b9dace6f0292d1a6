import { sql } from 'kysely';
import type { Database } from '../database';
import { changeByHand } from '../identity/change-persons';
import { writeOutbox } from '../identity/outbox';
import { likePattern } from '../like-pattern';
import { groupPropertyActivity, newGroupActivities } from './group-history';

type Properties = Readonly<Record<string, unknown>>;

export interface ListedGroup {
  /** 0…4 */
  readonly groupTypeIndex: number;
  readonly groupKey: string;
  readonly properties: Properties;
  readonly createdAt: Date;
}

/** The last group of the previous page: its creation time in µs since 1970, and its key. */
export interface GroupCursor {
  readonly createdAtUs: number;
  readonly groupKey: string;
}

/** The result of a change by a user: the changed group, and the outbox entry that copies it to ClickHouse. */
interface GroupChange {
  readonly group: ListedGroup;
  readonly outboxId: number | null;
}

/** The groups in Postgres. Every method takes the project id and the index of the group type. */
export interface GroupRepository {
  /** Newest first; groups with the same creation time in order of key. */
  list(
    projectId: number,
    index: number,
    query: {
      /** A part of the key or of the property `name`, ignoring the letter case; empty means all. */
      readonly search: string;
      /** A part of the key, ignoring the letter case; empty means all. */
      readonly keyPart: string;
      readonly after: GroupCursor | null;
      readonly limit: number;
    },
  ): Promise<readonly (ListedGroup & { readonly createdAtUs: number })[]>;
  /** The existing groups with these keys, in any order. */
  findMany(
    projectId: number,
    index: number,
    keys: readonly string[],
  ): Promise<readonly ListedGroup[]>;
  /** Creates a group, with log entries. Null if the group already exists. */
  create(
    projectId: number,
    userId: number,
    index: number,
    key: string,
    properties: Properties,
  ): Promise<GroupChange | null>;
  /**
   * Changes one property of a group, with a log entry.
   * @param change without side effects; if it throws, the group is not changed
   * @returns null if there is no such group
   */
  update(
    projectId: number,
    userId: number,
    index: number,
    key: string,
    property: string,
    change: (properties: Properties) => Properties,
  ): Promise<GroupChange | null>;
  /** The number of groups with each property, by group type; the most frequent first. */
  countProperties(
    projectId: number,
  ): Promise<readonly { readonly index: number; readonly name: string; readonly count: number }[]>;
}

const COLUMNS = sql`group_type_index AS "groupTypeIndex", group_key AS "groupKey", properties,
  created_at AS "createdAt"`;

export function createGroupRepository(database: Database): GroupRepository {
  const { db } = database;
  return {
    async list(projectId, index, { search, keyPart, after, limit }) {
      const { rows } = await sql<ListedGroup & { createdAtUs: number }>`
        SELECT ${COLUMNS}, (extract(epoch FROM created_at) * 1000000)::bigint AS "createdAtUs"
        FROM groups
        WHERE project_id = ${projectId} AND group_type_index = ${index}
          AND (${search} = '' OR group_key ILIKE ${likePattern(search)}
            OR properties ->> 'name' ILIKE ${likePattern(search)})
          AND (${keyPart} = '' OR group_key ILIKE ${likePattern(keyPart)})
          AND (${after === null}::boolean
            OR created_at < to_timestamp(0) + ${after?.createdAtUs ?? 0} * interval '1 microsecond'
            OR (created_at = to_timestamp(0) + ${after?.createdAtUs ?? 0} * interval '1 microsecond'
              AND group_key > ${after?.groupKey ?? ''}))
        ORDER BY created_at DESC, group_key LIMIT ${limit}`.execute(db);
      return rows;
    },

    async findMany(projectId, index, keys) {
      if (keys.length === 0) return [];
      const { rows } = await sql<ListedGroup>`
        SELECT ${COLUMNS} FROM groups
        WHERE project_id = ${projectId} AND group_type_index = ${index}
          AND group_key = ANY (${[...keys]}::text[])`.execute(db);
      return rows;
    },

    create: (projectId, userId, index, key, properties) =>
      changeByHand<GroupChange | null>(database, async (tx) => {
        const { rows } = await sql<ListedGroup>`
          INSERT INTO groups (project_id, group_type_index, group_key, properties, created_at)
          VALUES (${projectId}, ${index}, ${key}, ${JSON.stringify(properties)}::jsonb, now())
          ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`.execute(tx);
        const place = { projectId, groupTypeIndex: index, groupKey: key };
        const result = await noted(
          rows[0],
          (changed) => writeOutbox(tx, { ...NOBODY, groups: [changed] }),
          projectId,
        );
        const entries = result === null ? [] : newGroupActivities(userId, place, properties);
        return { result, entries };
      }),

    update: (projectId, userId, index, key, property, change) =>
      changeByHand<GroupChange | null>(database, async (tx) => {
        const where = sql`project_id = ${projectId} AND group_type_index = ${index}
          AND group_key = ${key}`;
        const held = await sql<ListedGroup>`
          SELECT ${COLUMNS} FROM groups WHERE ${where} FOR UPDATE`.execute(tx);
        const [group] = held.rows;
        if (group === undefined) return { result: null, entries: [] };
        const changed = change(group.properties);
        const properties = JSON.stringify(changed);
        const value = Object.hasOwn(changed, property) ? changed[property] : undefined;
        const place = { projectId, groupTypeIndex: index, groupKey: key };
        const { rows } = await sql<ListedGroup>`
          UPDATE groups SET properties = ${properties}::jsonb, version = version + 1
          WHERE ${where} RETURNING ${COLUMNS}`.execute(tx);
        const result = await noted(
          rows[0],
          (written) => writeOutbox(tx, { ...NOBODY, groups: [written] }),
          projectId,
        );
        const made = groupPropertyActivity(userId, place, group.properties, property, value);
        return { result, entries: [made] };
      }),

    async countProperties(projectId) {
      const { rows } = await sql<{ index: number; name: string; count: number }>`
        SELECT group_type_index AS index, key AS name, count(*) AS count
        FROM groups, jsonb_object_keys(properties) AS key
        WHERE project_id = ${projectId}
        GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2`.execute(db);
      return rows;
    },
  };
}

const NOBODY = { persons: [], distinctIds: [] } as const;

async function noted(
  group: ListedGroup | undefined,
  note: (changed: ListedGroup & { projectId: number }) => Promise<number | null>,
  projectId: number,
): Promise<GroupChange | null> {
  if (group === undefined) return null;
  return { group, outboxId: await note({ ...group, projectId }) };
}
