import type { ClickHouse } from '../clickhouse';
import type { Topology } from '../migrations/topology';
import { BinaryWriter } from '../binary/binary-writer';

/** One load of a data-warehouse table. */
export interface WarehouseVersion {
  readonly teamId: number;
  /** The numeric id of the table in Postgres. */
  readonly tableId: number;
  readonly version: number;
}

const COLUMNS = ['team_id', 'table_id', 'version', 'number', 'cells'] as const;

/**
 * Adds rows to a version; resolves when they are stored.
 *
 * @param cells each row as the text of a JSON object whose values are texts
 * @param first number of the first row; the numbers keep the order of the file
 */
export async function insertWarehouseRows(
  clickhouse: ClickHouse,
  { teamId, tableId, version }: WarehouseVersion,
  cells: readonly string[],
  first: number,
): Promise<void> {
  const writer = new BinaryWriter();
  cells.forEach((row, index) => {
    writer.int64(teamId);
    writer.int64(tableId);
    writer.int64(version);
    writer.int64(first + index);
    writer.string(row);
  });
  await clickhouse.insertRowBinary('warehouse_rows', writer.bytes(), { columns: COLUMNS });
}

/** Removes all rows of a version at once. The version need not have rows. */
export async function dropWarehouseVersion(
  clickhouse: ClickHouse,
  { teamId, tableId, version }: WarehouseVersion,
  topology: Topology,
): Promise<void> {
  if (![teamId, tableId, version].every((part) => Number.isSafeInteger(part))) {
    throw new Error('A version is named by whole numbers');
  }
  const table =
    topology.kind === 'single'
      ? 'warehouse_rows'
      : `warehouse_rows_local ON CLUSTER '${topology.cluster}'`;
  await clickhouse.command(
    `ALTER TABLE ${table} DROP PARTITION (${teamId}, ${tableId}, ${version})`,
  );
}
