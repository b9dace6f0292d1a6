import type { AuditedRequest } from './audited-request';

export const groups: readonly AuditedRequest[] = [
  {
    route: 'groups_types_update_metadata_partial_update',
    request: [
      'PATCH',
      'groups_types/update_metadata/',
      [{ group_type_index: 0, name_plural: 'Firms' }],
    ],
    logged: ['GroupType', 'updated'],
  },
  {
    route: 'groups_types_set_default_columns_update',
    request: [
      'PUT',
      'groups_types/set_default_columns/',
      { group_type_index: 0, default_columns: ['name'] },
    ],
    logged: ['GroupType', 'updated'],
  },
  {
    route: 'groups_create',
    request: [
      'POST',
      'groups/',
      { group_type_index: 0, group_key: 'acme', group_properties: { size: 3 } },
    ],
    logged: ['Group', 'create_group'],
  },
  {
    route: 'groups_update_property_create',
    request: [
      'POST',
      'groups/update_property/?group_type_index=0&group_key=acme',
      { key: 'size', value: 4 },
    ],
    logged: ['Group', 'update_property'],
  },
  {
    route: 'groups_delete_property_create',
    request: [
      'POST',
      'groups/delete_property/?group_type_index=0&group_key=acme',
      { $unset: 'size' },
    ],
    logged: ['Group', 'update_property'],
  },
  {
    route: 'groups_types_destroy',
    request: ['DELETE', 'groups_types/0/'],
    logged: ['GroupType', 'deleted'],
  },
];
