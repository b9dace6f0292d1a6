import { ownerOf } from '../taxonomy/property-owner';
import type { SystemTableSelect } from './select';

export const eventDefinitions: SystemTableSelect = (db, projectId, limit) =>
  db
    .selectFrom('event_definitions')
    .select(['id', 'name', 'description', 'tags', 'verified', 'hidden'])
    .select(['created_at', 'last_seen_at', 'updated_at'])
    .where('project_id', '=', projectId)
    .orderBy('name')
    .limit(limit)
    .execute();

/** The table of property definitions; `type` is event, person, group or session. */
export const propertyDefinitions: SystemTableSelect = async (db, projectId, limit) => {
  const rows = await db
    .selectFrom('property_definitions')
    .select(['id', 'name', 'type', 'group_type_index', 'property_type', 'is_numerical'])
    .select(['description', 'tags', 'verified', 'hidden', 'created_at', 'updated_at'])
    .where('project_id', '=', projectId)
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const owner = ownerOf({ type: row.type, groupTypeIndex: row.group_type_index });
    const isGroup = owner.startsWith('group_');
    return {
      ...row,
      type: isGroup ? 'group' : owner,
      group_type_index: isGroup ? row.group_type_index : null,
    };
  });
};

/** The table of group types. The id of a mapping is its index, because there is one mapping per index. */
export const groupTypeMappings: SystemTableSelect = (db, projectId, limit) =>
  db
    .selectFrom('group_types')
    .select(['group_type_index as id', 'group_type', 'group_type_index'])
    .select(['name_singular', 'name_plural', 'created_at'])
    .where('project_id', '=', projectId)
    .orderBy('group_type_index')
    .limit(limit)
    .execute();
