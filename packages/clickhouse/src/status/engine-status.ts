import type { ClickHouse } from '../clickhouse';

/** The status that the engine reports; in a cluster, the status of the node that responds. */
export interface EngineStatus {
  readonly version: string;
  /** Total compressed size of all tables. */
  readonly storedBytes: number;
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** @throws ClickHouseQueryError or ClickHouseUnavailableError */
export async function readEngineStatus(clickhouse: ClickHouse): Promise<EngineStatus> {
  const { rows } = await clickhouse.query<[string, number, number, number]>({
    name: 'engine_status',
    sql: `SELECT version(),
      (SELECT toFloat64(sum(bytes_on_disk)) FROM system.parts
        WHERE active AND database = currentDatabase()),
      (SELECT toFloat64(sum(free_space)) FROM system.disks WHERE type = 'Local'),
      (SELECT toFloat64(sum(total_space)) FROM system.disks WHERE type = 'Local')`,
  });
  const [version = '', storedBytes = 0, freeBytes = 0, totalBytes = 0] = rows[0] ?? [];
  return { version, storedBytes, freeBytes, totalBytes };
}
