import type { History } from '../activity-log/history';
import type { WarehouseTable } from './warehouse-table';

/** How tables are logged; loads are not logged. Of a new credential, only the fact that it changed is logged. */
export const WAREHOUSE_TABLE_HISTORY: History<WarehouseTable> = {
  scope: 'DataWarehouseTable',
  nameOf: (table) => table.name,
  wireFields: (table) => ({
    name: table.name,
    format: table.format,
    url_pattern: withoutSecrets(table.urlPattern),
    options: table.options,
    columns: table.columns,
  }),
};

/** The URL pattern without its query string, which may contain a signature, and without a password before its host. */
function withoutSecrets(urlPattern: string): string {
  return urlPattern.replace(/[?#].*/s, '').replace(/^(\w+:\/\/)[^/@]*@/, '$1');
}
