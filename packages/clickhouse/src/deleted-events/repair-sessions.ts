import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '../clickhouse';
import { addToSessions } from '../migrations/0003-sessions';
import type { Topology } from '../migrations/topology';
import { stringLiteral } from '../string-literal';

const LARGE = { max_query_size: 64 * 1024 * 1024 };

/**
 * Computes sessions again from their stored events, because deleted events cannot be subtracted from the aggregates
 * of a session. Safe to repeat.
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
    // A random token, because the same rows may have been inserted before and were just deleted.
    { params, settings: { ...LARGE, insert_deduplication_token: randomUUID() } },
  );
}
