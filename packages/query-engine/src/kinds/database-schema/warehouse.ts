import { printHogQL } from '@tidemark/hogql';
import type { WarehouseTable } from '@tidemark/postgres';

/**
 * A data-warehouse table in the wire format, without schema and source. The location of its files is included only
 * for callers that can read the table's definition: any caller may query it.
 */
export function describeWarehouseTable(
  table: WarehouseTable,
  { showsSource }: { readonly showsSource: boolean },
): object {
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
    ...(showsSource && { url_pattern: urlPattern }),
    row_count: rowCount,
    fields: Object.fromEntries(fields) as object,
    schema: null,
    source: null,
  };
}
