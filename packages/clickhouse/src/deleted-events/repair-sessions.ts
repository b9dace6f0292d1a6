import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '../clickhouse';
import { addToSessions } from '../migrations/0003-sessions';
import type { Topology } from '../migrations/topology';
import { stringLiteral } from '../string-literal';

const LARGE = { max_query_size: 64 * 1024 * 1024 };

/**
 * Sessions are sums, from which nothing can be taken: makes these sessions anew of the events that are stored. It may be
 * repeated.
 */
export async function repairSessions(
  clickhouse: ClickHouse,
  topology: Topology,
  teamId: number,
  sessionIds: readonly string[],
): Promise<void> {
  if (sessionIds.length === 0) return;
  const params = { team: teamId };
  const list = sessionIds.map(stringLiteral).join(', ');
  const table =
    topology.kind === 'single'
      ? 'raw_sessions'
      : `raw_sessions_local ON CLUSTER '${topology.cluster}'`;
  await clickhouse.command(
    `DELETE FROM ${table} WHERE team_id = {team:Int64} AND session_id_v7 IN (${list})`,
    { params, settings: LARGE },
  );
  await clickhouse.command(
    addToSessions(
      `(SELECT * FROM events WHERE team_id = {team:Int64} AND \`$session_id\` IN (${list}))`,
    ),
    // What is the same as an earlier insert has just been deleted.
    { params, settings: { ...LARGE, insert_deduplication_token: randomUUID() } },
  );
}
