import type { History } from '../activity-log/history';
import type { WarehouseTable } from './warehouse-table';

/** A load is not a change. Of a new credential, only the fact that it changed is reported. */
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

/** An address may sign itself in its query, or name a password before its host. */
function withoutSecrets(urlPattern: string): string {
  return urlPattern.replace(/[?#].*/s, '').replace(/^(\w+:\/\/)[^/@]*@/, '$1');
}
