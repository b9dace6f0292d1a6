import type { Migration, TableDefinition } from './topology';
import { createTable } from './topology';

/**
 * Rows of data-warehouse tables. A load writes a version of its own, Postgres says which one is read. Each
 * version is a partition, so that dropping it costs nothing. Values are text under the keys of their
 * columns: a column's type says how it is read, not how it is kept.
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
