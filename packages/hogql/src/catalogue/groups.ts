import type { TableDefinition } from './definitions';
import { field, json } from './fields';

export const groups: TableDefinition = {
  name: 'groups',
  physical: 'groups',
  fields: {
    index: field('group_type_index', 'Integer'),
    team_id: field('team_id', 'Integer', true),
    key: field('group_key', 'String'),
    created_at: field('created_at', 'DateTime'),
    updated_at: field('updated_at', 'DateTime'),
    properties: json('group_properties', 'group_properties_text', 'group'),
  },
  latest: {
    keys: ['group_type_index', 'group_key'],
    version: 'version',
    deleted: 'is_deleted',
  },
};
