import type { Fields, TableDefinition } from './definitions/table-definition';
import type { PropertyOwner } from '../types/property-type';
import { field, json } from './definitions/fields';

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
export function groupsTable(owner: PropertyOwner | null): TableDefinition {
  return {
    name: 'groups',
    physical: 'groups',
    fields: groupFields(owner),
    latest: {
      keys: ['group_type_index', 'group_key'],
      version: 'version',
      deleted: 'is_deleted',
    },
  };
}

/** Groups under the column names of PostHog's relational store, without its ids. */
export const systemGroups: TableDefinition = {
  ...groupsTable(null),
  name: 'system.groups',
  fields: {
    team_id: field('team_id', 'Integer', true),
    group_key: field('group_key', 'String'),
    group_type_index: field('group_type_index', 'Integer'),
    group_properties: json('group_properties', 'group_properties_text', null),
    created_at: field('created_at', 'DateTime'),
  },
};

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
