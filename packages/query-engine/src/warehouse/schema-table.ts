import type { Database, WarehouseTable } from '@tidemark/postgres';
import { createWarehouseTableRepository } from '@tidemark/postgres';

/** A data-warehouse table as `DatabaseSchemaQuery` shows it (`wire/hogql.md` §11.3). */
export interface WarehouseSchemaTable {
  readonly type: 'data_warehouse';
  readonly id: string;
  readonly name: string;
  readonly format: string;
  readonly url_pattern: string;
  readonly fields: Readonly<
    Record<
      string,
      {
        readonly name: string;
        /** The name as a statement writes it. */
        readonly hogql_value: string;
        readonly type: string;
        readonly schema_valid: boolean;
      }
    >
  >;
  readonly row_count: number | null;
  /** Of tables that a source manages, which there are none of. */
  readonly schema: null;
  readonly source: null;
}

/** The tables of a project by name, for `DatabaseSchemaQuery`. */
export async function warehouseSchemaTables(
  database: Database,
  projectId: number,
): Promise<Readonly<Record<string, WarehouseSchemaTable>>> {
  const { rows } = await createWarehouseTableRepository(database).list(projectId, {
    limit: null,
    offset: 0,
  });
  return Object.fromEntries(rows.map((table) => [table.name, schemaTable(table)]));
}

function schemaTable(table: WarehouseTable): WarehouseSchemaTable {
  return {
    type: 'data_warehouse',
    id: table.id,
    name: table.name,
    format: table.format,
    url_pattern: table.urlPattern,
    fields: Object.fromEntries(
      table.columns.map(({ name, type, valid }) => [
        name,
        { name, hogql_value: quoted(name), type, schema_valid: valid },
      ]),
    ),
    row_count: table.rowCount,
    schema: null,
    source: null,
  };
}

function quoted(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
    ? name
    : `\`${name.replace(/\\/g, '\\\\').replace(/`/g, '\\`')}\``;
}
