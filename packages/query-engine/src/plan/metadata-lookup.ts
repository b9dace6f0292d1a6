import type { Database } from '@tidemark/postgres';
import {
  createSavedViewRepository,
  createTableJoinRepository,
  createWarehouseTableRepository,
  findGroupTypes,
  readSystemTable,
} from '@tidemark/postgres';
import type { MetadataLookup } from './metadata';

/** Reads definitions, in the form for the compiler, for every statement that names them. */
export function createMetadataLookup(database: Database): MetadataLookup {
  const warehouse = createWarehouseTableRepository(database);
  const views = createSavedViewRepository(database);
  const joins = createTableJoinRepository(database);
  return {
    views: (projectId, names) => views.findNamed(projectId, names),
    joins: (projectId) => joins.listAll(projectId),
    allViews: (projectId) => views.listAll(projectId),
    warehouseTables: (projectId, names) => warehouse.findNamed(projectId, names),
    allWarehouseTables: (projectId) => warehouse.listAll(projectId),
    groupTypes: (projectId) => findGroupTypes(database, projectId),
    systemRows: (projectId, table, limit) => readSystemTable(database, projectId, table, limit),
  };
}
