import type { Fields, TableDefinition } from './definitions';
import { field } from './fields';
import { persons } from './persons';

const fields: Fields = {
  team_id: field('team_id', 'Integer', true),
  distinct_id: field('distinct_id', 'String'),
  person_id: field('person_id', 'UUID'),
  person: { kind: 'join', table: persons, left: ['person_id'], right: 'id', hidden: true },
};

const latest = { keys: ['distinct_id'], version: 'version', deleted: 'is_deleted' };

/** Which person each distinct id belongs to now. */
export const personDistinctIds: TableDefinition = {
  name: 'person_distinct_ids',
  physical: 'person_distinct_id',
  fields,
  latest,
};

/** Only the distinct ids that moved after events had been written under the old person. */
export const personDistinctIdOverrides: TableDefinition = {
  name: 'person_distinct_id_overrides',
  physical: 'person_distinct_id_overrides',
  fields,
  latest,
};
