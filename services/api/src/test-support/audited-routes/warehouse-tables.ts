import type { AuditedRequest } from './audited-request';

export const warehouseTables: readonly AuditedRequest[] = [
  {
    route: 'warehouse_tables_create',
    request: [
      'POST',
      'warehouse_tables/',
      { name: 'sales', format: 'CSVWithNames', url_pattern: 'file:///sales.csv' },
    ],
    told: ['DataWarehouseTable', 'created'],
    makes: 'table',
  },
  {
    route: 'warehouse_tables_partial_update',
    request: ['PATCH', 'warehouse_tables/{table}/', { name: 'takings' }],
    told: ['DataWarehouseTable', 'updated'],
  },
  {
    route: 'warehouse_tables_refresh',
    request: ['POST', 'warehouse_tables/{table}/refresh/', {}],
    told: ['DataWarehouseTable', 'refreshed'],
  },
  {
    route: 'warehouse_tables_refresh_schema',
    request: ['POST', 'warehouse_tables/{table}/refresh_schema/', {}],
    told: ['DataWarehouseTable', 'refreshed'],
  },
  {
    route: 'warehouse_tables_update_schema',
    request: ['POST', 'warehouse_tables/{table}/update_schema/', { updates: { a: 'string' } }],
    told: ['DataWarehouseTable', 'updated'],
  },
  {
    route: 'warehouse_tables_destroy',
    request: ['DELETE', 'warehouse_tables/{table}/'],
    told: ['DataWarehouseTable', 'deleted'],
  },
  {
    route: 'warehouse_tables_file',
    request: ['POST', 'warehouse_tables/file/'],
    told: ['DataWarehouseTable', 'created'],
  },
];
