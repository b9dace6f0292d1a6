import type { AuditedRequest } from './audited-request';

export const warehouseTables: readonly AuditedRequest[] = [
  {
    route: 'warehouse_tables_create',
    request: [
      'POST',
      'warehouse_tables/',
      { name: 'sales', format: 'CSVWithNames', url_pattern: 'file:///sales.csv' },
    ],
    logged: ['DataWarehouseTable', 'created'],
    makes: 'table',
  },
  {
    route: 'warehouse_tables_partial_update',
    request: ['PATCH', 'warehouse_tables/{table}/', { name: 'takings' }],
    logged: ['DataWarehouseTable', 'updated'],
  },
  {
    route: 'warehouse_tables_refresh',
    request: ['POST', 'warehouse_tables/{table}/refresh/', {}],
    logged: ['DataWarehouseTable', 'refreshed'],
  },
  {
    route: 'warehouse_tables_refresh_schema',
    request: ['POST', 'warehouse_tables/{table}/refresh_schema/', {}],
    logged: ['DataWarehouseTable', 'refreshed'],
  },
  {
    route: 'warehouse_tables_update_schema',
    request: ['POST', 'warehouse_tables/{table}/update_schema/', { updates: { a: 'string' } }],
    logged: ['DataWarehouseTable', 'updated'],
  },
  {
    route: 'warehouse_tables_destroy',
    request: ['DELETE', 'warehouse_tables/{table}/'],
    logged: ['DataWarehouseTable', 'deleted'],
  },
  {
    route: 'warehouse_tables_file',
    request: ['POST', 'warehouse_tables/file/'],
    logged: ['DataWarehouseTable', 'created'],
  },
];
