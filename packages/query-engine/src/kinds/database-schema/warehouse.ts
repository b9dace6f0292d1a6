import { printHogQL } from '@tidemark/hogql';
import type { WarehouseTable } from '@tidemark/postgres';

/** A data-warehouse table as the wire describes it; there are no schemas and sources behind it. */
export function describeWarehouseTable(table: WarehouseTable): object {
  const { id, name, format, urlPattern, rowCount, columns } = table;
  const fields = columns.map((column) => [
    column.name,
    {
      name: column.name,
      hogql_value: printHogQL({ type: 'Field', chain: [column.name], start: 0, end: 0 }),
      type: column.type,
      schema_valid: column.valid,
    },
  ]);
  return {
    type: 'data_warehouse',
    id,
    name,
    format,
    url_pattern: urlPattern,
    row_count: rowCount,
    fields: Object.fromEntries(fields) as object,
    schema: null,
    source: null,
  };
}
