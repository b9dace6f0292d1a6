import type { ClickHouse } from '../clickhouse';

/** Whether any event of a project is stored. */
export async function hasEvents(clickhouse: ClickHouse, teamId: number): Promise<boolean> {
  const { rows } = await clickhouse.query({
    name: 'has_events',
    sql: 'SELECT 1 FROM events PREWHERE team_id = {team:Int64} LIMIT 1',
    params: { team: teamId },
  });
  return rows.length > 0;
}
