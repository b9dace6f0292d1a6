import type { FieldDefinition, Fields, TableDefinition } from '../definitions/table-definition';
import { field, json } from '../definitions/fields';
import { hasIdOf } from './person-finders';
import { virtualPersonFields, VIRTUAL_PERSON_PROPERTIES } from './virtual-person';

const personFields: Fields = {
  id: field('id', 'UUID'),
  created_at: field('created_at', 'DateTime'),
  team_id: field('team_id', 'Integer', true),
  properties: json('properties', 'properties_text', 'person', {
    virtual: VIRTUAL_PERSON_PROPERTIES,
  }),
  is_identified: field('is_identified', 'Boolean'),
};

const distinctIdFields: Fields = {
  team_id: field('team_id', 'Integer', true),
  distinct_id: field('distinct_id', 'String'),
  person_id: field('person_id', 'UUID'),
};

/** The fields of tables that keep every version: whether this version deletes the row, and its number. */
const versionFields: Fields = {
  is_deleted: field('is_deleted', 'Boolean'),
  version: field('version', 'Integer'),
};

/** The person of a row that stores the person's id. */
const personOfRow: FieldDefinition = {
  kind: 'join',
  get table() {
    return persons;
  },
  left: ['person_id'],
  right: 'id',
  hidden: true,
};

/** All distinct ids of a person: the only lazy table with several rows per row. */
const distinctIdsOfPerson: FieldDefinition = {
  kind: 'join',
  get table() {
    return personDistinctIds;
  },
  left: ['id'],
  right: 'person_id',
  inner: true,
  hidden: true,
};

/** The newest version of every person that is not deleted (`docs/wire/hogql-tables.md#persons`). */
export const persons: TableDefinition = {
  name: 'persons',
  physical: 'person',
  fields: { ...personFields, pdi: distinctIdsOfPerson, ...virtualPersonFields(['properties']) },
  latest: { keys: ['id'], version: 'version', deleted: 'is_deleted' },
};

/** Every stored version of every person, deleted ones included. */
export const rawPersons: TableDefinition = {
  name: 'raw_persons',
  physical: 'person',
  fields: { ...personFields, ...versionFields, pdi: distinctIdsOfPerson },
  latest: null,
};

interface DistinctIdTables {
  readonly newest: TableDefinition;
  readonly raw: TableDefinition;
}

/** A table of distinct ids: as queries read it, and with all its versions. */
function distinctIdTables(name: string, physical: string): DistinctIdTables {
  return {
    newest: {
      name,
      physical,
      fields: { ...distinctIdFields, person: personOfRow },
      latest: { keys: ['distinct_id'], version: 'version', deleted: 'is_deleted' },
      finders: { person_id: (ids) => hasIdOf(physical, ids) },
    },
    raw: {
      name: `raw_${name}`,
      physical,
      fields: { ...distinctIdFields, ...versionFields, person: personOfRow },
      latest: null,
    },
  };
}

/** The current person of each distinct id. */
export const { newest: personDistinctIds, raw: rawPersonDistinctIds } = distinctIdTables(
  'person_distinct_ids',
  'person_distinct_id',
);

/** The distinct ids that moved to another person after events had been written with the old one. */
export const { newest: personDistinctIdOverrides, raw: rawPersonDistinctIdOverrides } =
  distinctIdTables('person_distinct_id_overrides', 'person_distinct_id_overrides');
