import type { ClickHouse } from '../clickhouse';
import type { Topology } from '../migrations/topology';
import { TENANT_TABLES } from './tenant-tables';

/** Removes all rows of a project, from disk too, and waits for the end. Safe to repeat. */
export async function removeTenant(
  clickhouse: ClickHouse,
  topology: Topology,
  teamId: number,
): Promise<void> {
  for (const table of TENANT_TABLES) {
    const { rows } = await clickhouse.query<[number]>({
      name: 'rows_of_tenant',
      sql: `SELECT 1 FROM ${table} WHERE team_id = {team:Int64} LIMIT 1`,
      params: { team: teamId },
    });
    if (rows.length === 0) continue;
    const target =
      topology.kind === 'single' ? table : `${table}_local ON CLUSTER '${topology.cluster}'`;
    await clickhouse.command(`ALTER TABLE ${target} DELETE WHERE team_id = {team:Int64}`, {
      params: { team: teamId },
      settings: { mutations_sync: 2 },
    });
  }
}
