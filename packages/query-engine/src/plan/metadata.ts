import type {
  CompileContext,
  GroupTypeName,
  SchemaTable,
  Statement,
  StoredTableName,
  SystemRow,
  SystemTableName,
  WarehouseEntry,
} from '@tidemark/hogql';
import type { StoredTableJoin } from '@tidemark/postgres';
import type { QueryProject } from '../project';
import {
  HogQLError,
  informationSchemaRows,
  isInformationSchema,
  referencedSystemTables,
  referencedTableNames,
  referencedWarehouseTables,
} from '@tidemark/hogql';
import type { SavedView, WarehouseTable } from '@tidemark/postgres';
import { projectSchemaTables } from './information-schema';
import { requireTables } from './table-access';

/** The definitions of a project that statements can name. */
export interface MetadataLookup {
  groupTypes(projectId: number): Promise<readonly GroupTypeName[]>;
  /** Data-warehouse tables of the project that have these names. */
  warehouseTables(projectId: number, names: readonly string[]): Promise<readonly WarehouseEntry[]>;
  /** Every data-warehouse table of the project, by name. */
  allWarehouseTables(projectId: number): Promise<readonly WarehouseTable[]>;
  /** Saved views of the project that have these names. */
  views(projectId: number, names: readonly string[]): Promise<readonly SavedView[]>;
  /** Every saved view of the project, by name. */
  allViews(projectId: number): Promise<readonly SavedView[]>;
  /** Every join that the project defines. */
  joins(projectId: number): Promise<readonly StoredTableJoin[]>;
  /** Rows of the project, at most `limit`. */
  systemRows(
    projectId: number,
    table: StoredTableName,
    limit: number,
  ): Promise<readonly SystemRow[]>;
}

/** The maximum number of rows of one `system` table: they are bound to the statement. */
export const MAX_SYSTEM_ROWS = 20_000;

/**
 * Reads the definitions that a statement names.
 *
 * @throws HogQLError when a `system` table has more rows than a statement can contain
 * @throws QueryError 403 when the caller lacks the scope of a table
 */
export async function loadMetadata(
  lookup: MetadataLookup,
  project: Pick<QueryProject, 'id' | 'readable'>,
  statement: Statement,
): Promise<Required<Pick<CompileContext, 'groupTypes' | 'systemRows' | 'warehouseTables'>>> {
  const tableNames = referencedTableNames(statement);
  requireTables(project, tableNames);
  // Group types are fields of tables.
  if (tableNames.length === 0)
    return { groupTypes: [], systemRows: new Map(), warehouseTables: [] };
  const { id: projectId } = project;
  const tables = referencedSystemTables(statement);
  const names = referencedWarehouseTables(statement);
  const schema = tables.some(isInformationSchema) ? await projectSchemaTables(lookup, project) : [];
  const [groupTypes, warehouseTables, ...rows] = await Promise.all([
    lookup.groupTypes(projectId),
    names.length === 0 ? [] : lookup.warehouseTables(projectId, names),
    ...tables.map((table) => rowsOf(lookup, projectId, table, schema)),
  ]);
  return { groupTypes, systemRows: new Map(rows), warehouseTables };
}

async function rowsOf(
  lookup: MetadataLookup,
  projectId: number,
  table: SystemTableName,
  schema: readonly SchemaTable[],
): Promise<readonly [SystemTableName, readonly SystemRow[]]> {
  const rows = isInformationSchema(table)
    ? informationSchemaRows(table, schema)
    : await lookup.systemRows(projectId, table, MAX_SYSTEM_ROWS + 1);
  if (rows.length > MAX_SYSTEM_ROWS) {
    throw new HogQLError(
      'hogql_query_error',
      `${table} has more than ${MAX_SYSTEM_ROWS} rows in this project, more than a query can read`,
    );
  }
  return [table, rows];
}
