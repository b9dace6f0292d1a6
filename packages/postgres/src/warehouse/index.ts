export { createWarehouseFiles } from './warehouse-files';
export type { WarehouseFiles } from './warehouse-files';
export { createWarehouseLoads } from './warehouse-loads';
export type {
  StoredWarehouseVersion,
  WarehouseLoad,
  WarehouseLoads,
  WarehouseTableReference,
} from './warehouse-loads';
export type { WarehouseTable, WarehouseTableFields } from './warehouse-table';
export { createWarehouseTableRepository } from './warehouse-table-repository';
export type { WarehouseTableRepository } from './warehouse-table-repository';
