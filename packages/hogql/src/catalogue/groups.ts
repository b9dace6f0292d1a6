import type { Fields, PropertyOwner, TableDefinition } from './definitions';
import { field, json } from './fields';

function groupFields(owner: PropertyOwner | null): Fields {
  return {
    index: field('group_type_index', 'Integer'),
    team_id: field('team_id', 'Integer', true),
    key: field('group_key', 'String'),
    created_at: field('created_at', 'DateTime'),
    updated_at: field('updated_at', 'DateTime'),
    properties: json('group_properties', 'group_properties_text', owner),
  };
}

/** Groups of all types, or of the one whose properties `owner` types. */
export function groupsTable(owner: PropertyOwner | null, name = 'groups'): TableDefinition {
  return {
    name,
    physical: 'groups',
    fields: groupFields(owner),
    latest: {
      keys: ['group_type_index', 'group_key'],
      version: 'version',
      deleted: 'is_deleted',
    },
  };
}

/** Every stored version of every group. */
export const rawGroups: TableDefinition = {
  name: 'raw_groups',
  physical: 'groups',
  fields: {
    ...groupFields(null),
    is_deleted: field('is_deleted', 'Boolean'),
    version: field('version', 'Integer'),
  },
  latest: null,
};
