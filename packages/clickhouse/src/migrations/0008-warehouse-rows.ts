import type { Migration, TableDefinition } from './topology';
import { createTable } from './topology';

/**
 * Rows of data-warehouse tables. Each load writes a new version, and Postgres contains the version to read. Each
 * version is a partition, which can be dropped at once. Values are stored as text by the key of their column; the type
 * of a column determines how its values are read.
 */
const warehouseRows: TableDefinition = {
  name: 'warehouse_rows',
  columns: `
    team_id Int64,
    table_id Int64,
    version Int64,
    number Int64,
    cells JSON(max_dynamic_paths=512) CODEC(ZSTD(1))`,
  engine: { family: 'MergeTree', args: [] },
  layout: 'PARTITION BY (team_id, table_id, version) ORDER BY (team_id, table_id, version, number)',
  shardBy: 'sipHash64(team_id, table_id, number)',
};

export const warehouseRowsTable: Migration = {
  id: 8,
  name: 'warehouse-rows',
  statements: (topology) => createTable(warehouseRows, topology),
};
