import type { ClickHouse } from '../clickhouse';
import type { Topology } from '../migrations/topology';

/** The first day of a project's data that is kept; null keeps all data. Both timestamps are starts of days in UTC. */
export interface KeptSince {
  readonly events: Date | null;
  readonly recordings: Date | null;
}

/**
 * Tables with the expression for the day of a row. The day of a session is that of its beginning, which is in its id.
 * Days are in the sort keys, so that expired rows are found without reading columns.
 */
const EVENT_TABLES = [
  { table: 'events', day: 'toDate(timestamp)' },
  { table: 'deleted_events', day: 'toDate(timestamp)' },
  { table: 'raw_sessions', day: 'toDate(session_timestamp)' },
] as const;
const RECORDING_TABLES = [
  { table: 'session_replay_events', day: 'toDate(min_first_timestamp)' },
] as const;

/**
 * Removes the data of a project that its retention no longer covers, from disk too, and waits for the end. Parts are
 * rewritten only if there are expired rows.
 *
 * @returns whether rows were removed.
 */
export async function removeExpired(
  clickhouse: ClickHouse,
  topology: Topology,
  teamId: number,
  kept: KeptSince,
): Promise<boolean> {
  let removed = false;
  for (const [since, tables] of [
    [kept.events, EVENT_TABLES],
    [kept.recordings, RECORDING_TABLES],
  ] as const) {
    // The type Date begins in 1970; rows with an older time have that day.
    if (since === null || since.getTime() <= 0) continue;
    for (const { table, day } of tables) {
      const expired = `team_id = {team:Int64} AND ${day} < {since:Date}`;
      const params = { team: teamId, since: since.toISOString().slice(0, 10) };
      if (!(await hasRows(clickhouse, table, expired, params))) continue;
      const target =
        topology.kind === 'single' ? table : `${table}_local ON CLUSTER '${topology.cluster}'`;
      await clickhouse.command(`ALTER TABLE ${target} DELETE WHERE ${expired}`, {
        params,
        settings: { mutations_sync: 2 },
      });
      removed = true;
    }
  }
  return removed;
}

async function hasRows(
  clickhouse: ClickHouse,
  table: string,
  condition: string,
  params: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { rows } = await clickhouse.query<[number]>({
    name: 'expired_rows',
    sql: `SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`,
    params,
  });
  return rows.length > 0;
}
