import type { GroupTypeName, SchemaLink, SchemaTable } from '@tidemark/hogql';
import { builtInSchemaTables, dataTypeOfWire, isBuiltInTable } from '@tidemark/hogql';
import type { QueryProject } from '../project';
import { mayReadTable } from './table-access';
import type { SavedView, StoredTableJoin, WarehouseTable } from '@tidemark/postgres';

/** The readable definitions of a project. */
interface SchemaLookup {
  groupTypes(projectId: number): Promise<readonly GroupTypeName[]>;
  allWarehouseTables(projectId: number): Promise<readonly WarehouseTable[]>;
  allViews(projectId: number): Promise<readonly SavedView[]>;
  joins(projectId: number): Promise<readonly StoredTableJoin[]>;
}

/** The tables that statements of this caller can read, including the project's own tables, views and joins. */
export async function projectSchemaTables(
  lookup: SchemaLookup,
  project: Pick<QueryProject, 'id' | 'readable'>,
): Promise<readonly SchemaTable[]> {
  const { id: projectId } = project;
  const [groupTypes, warehouse, views, joins] = await Promise.all([
    lookup.groupTypes(projectId),
    lookup.allWarehouseTables(projectId),
    lookup.allViews(projectId),
    lookup.joins(projectId),
  ]);
  const own = [...warehouse.map(ofWarehouse), ...views.map(ofView)];
  const tables = [
    ...builtInSchemaTables(groupTypes).filter(({ name }) => mayReadTable(project, name)),
    ...own.filter(({ name }) => !isBuiltInTable(name)),
  ];
  const names = new Set(tables.map(({ name }) => name));
  // Deleting a table does not delete its joins.
  const open = joins.filter(({ joiningTable }) => names.has(joiningTable));
  return tables.map((table) => withLinks(table, open));
}

function ofWarehouse({ name, rowCount, columns }: WarehouseTable): SchemaTable {
  return { name, type: 'data_warehouse', rowCount, columns: columns.map(ofColumn), links: [] };
}

function ofView({ name, columns }: SavedView): SchemaTable {
  return { name, type: 'view', rowCount: null, columns: columns.map(ofColumn), links: [] };
}

/** A column of a data-warehouse table or view; all are reported as nullable, because their values may be missing. */
function ofColumn(column: {
  readonly name: string;
  readonly type: string;
}): SchemaTable['columns'][number] {
  const { name, type } = column;
  return { name, type: dataTypeOfWire(type), nullable: true, kind: 'column' };
}

function withLinks(table: SchemaTable, joins: readonly StoredTableJoin[]): SchemaTable {
  const links = joins
    .filter(({ sourceTable }) => sourceTable === table.name)
    .map((join): SchemaLink => ({
      column: join.sourceKey,
      target: join.joiningTable,
      targetColumn: join.joiningKey,
      kind: 'lazy_join',
      via: join.fieldName,
    }));
  return links.length === 0 ? table : { ...table, links: [...table.links, ...links] };
}
