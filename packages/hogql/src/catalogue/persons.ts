import type { TableDefinition } from './definitions';
import { field, json } from './fields';

/** The newest version of every person that is not deleted. */
export const persons: TableDefinition = {
  name: 'persons',
  physical: 'person',
  fields: {
    id: field('id', 'UUID'),
    created_at: field('created_at', 'DateTime'),
    team_id: field('team_id', 'Integer', true),
    properties: json('properties', 'properties_text', 'person'),
    is_identified: field('is_identified', 'Boolean'),
  },
  latest: { keys: ['id'], version: 'version', deleted: 'is_deleted' },
};
