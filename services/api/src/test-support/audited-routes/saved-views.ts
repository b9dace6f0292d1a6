import type { AuditedRequest } from './audited-request';

const JOIN = {
  source_table_name: 'events',
  source_table_key: 'event',
  joining_table_name: 'a_view',
  joining_table_key: 'event',
  field_name: 'joined',
};

export const savedViews: readonly AuditedRequest[] = [
  {
    route: 'warehouse_saved_queries_create',
    request: [
      'POST',
      'warehouse_saved_queries/',
      { name: 'a_view', query: { kind: 'HogQLQuery', query: 'select event from events' } },
    ],
    logged: ['DataWarehouseSavedQuery', 'created'],
    makes: 'view',
  },
  {
    route: 'warehouse_saved_queries_partial_update',
    request: [
      'PATCH',
      'warehouse_saved_queries/{view}/',
      { query: { kind: 'HogQLQuery', query: 'select event, uuid from events' } },
    ],
    logged: ['DataWarehouseSavedQuery', 'updated'],
  },
  {
    route: 'warehouse_view_link_create',
    request: ['POST', 'warehouse_view_link/', JOIN],
    logged: ['DataWarehouseJoin', 'created'],
    makes: 'join',
  },
  {
    route: 'warehouse_view_link_partial_update',
    request: ['PATCH', 'warehouse_view_link/{join}/', { field_name: 'linked' }],
    logged: ['DataWarehouseJoin', 'updated'],
  },
  {
    route: 'warehouse_view_link_destroy',
    request: ['DELETE', 'warehouse_view_link/{join}/'],
    logged: ['DataWarehouseJoin', 'deleted'],
  },
  {
    route: 'warehouse_saved_queries_destroy',
    request: ['DELETE', 'warehouse_saved_queries/{view}/'],
    logged: ['DataWarehouseSavedQuery', 'deleted'],
  },
];
