import type { PropertyOwner, TableDefinition } from './definitions';
import { field, json } from './fields';

/** Groups of all types, or of the one whose properties `owner` types. */
export function groupsTable(owner: PropertyOwner | null): TableDefinition {
  return {
    name: 'groups',
    physical: 'groups',
    fields: {
      index: field('group_type_index', 'Integer'),
      team_id: field('team_id', 'Integer', true),
      key: field('group_key', 'String'),
      created_at: field('created_at', 'DateTime'),
      updated_at: field('updated_at', 'DateTime'),
      properties: json('group_properties', 'group_properties_text', owner),
    },
    latest: {
      keys: ['group_type_index', 'group_key'],
      version: 'version',
      deleted: 'is_deleted',
    },
  };
}
