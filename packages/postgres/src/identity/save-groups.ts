import { MAX_PROPERTIES_BYTES } from '@tidemark/contracts';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../schema';
import type { GroupWrite, IdentityWrites, StoredGroup } from './types';

type Tx = Transaction<Schema>;

/**
 * Inserts group types. If another worker has just used the same type or index, a unique index is violated, and the
 * caller decides again.
 */
export async function saveGroupTypes(
  tx: Tx,
  groupTypes: IdentityWrites['groupTypes'],
): Promise<void> {
  if (groupTypes.length === 0) return;
  await tx
    .insertInto('group_types')
    .values(
      groupTypes.map((row) => ({
        project_id: row.projectId,
        group_type: row.groupType,
        group_type_index: row.groupTypeIndex,
        created_at: row.createdAt,
      })),
    )
    .execute();
}

/**
 * Merges the given properties into the stored groups by key. Each group is written once, with its earliest creation
 * time. A group that would become larger than any may be is left as it is, unless the write makes it smaller.
 * @returns the groups that were written
 */
export async function saveGroups(tx: Tx, groups: readonly GroupWrite[]): Promise<StoredGroup[]> {
  if (groups.length === 0) return [];
  const records = JSON.stringify(
    groups.map((group) => ({
      project_id: group.projectId,
      group_type_index: group.groupTypeIndex,
      group_key: group.groupKey,
      properties: group.properties,
      created_at: group.createdAt,
    })),
  );
  const { rows } = await sql<StoredGroup>`
    INSERT INTO groups (project_id, group_type_index, group_key, properties, created_at)
    SELECT project_id, group_type_index, group_key, properties, created_at
    FROM jsonb_to_recordset(${records}::jsonb) AS r (project_id int, group_type_index smallint,
      group_key text, properties jsonb, created_at timestamptz)
    WHERE octet_length(properties::text) <= ${MAX_PROPERTIES_BYTES}
    ORDER BY project_id, group_type_index, group_key
    ON CONFLICT (project_id, group_type_index, group_key) DO UPDATE
      SET properties = groups.properties || excluded.properties, version = groups.version + 1,
        created_at = least(groups.created_at, excluded.created_at)
      WHERE octet_length((groups.properties || excluded.properties)::text)
        <= greatest(${MAX_PROPERTIES_BYTES}, octet_length(groups.properties::text))
    RETURNING project_id AS "projectId", group_type_index AS "groupTypeIndex",
      group_key AS "groupKey", properties, version, created_at AS "createdAt"`.execute(tx);
  return rows;
}
