import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '../clickhouse';
import { addToSessions } from '../migrations/0003-sessions';
import { stringLiteral } from '../string-literal';
import type { ErasureKey } from './erasure-key';
import { LARGE } from './erasure-key';

type Erase = (table: string, condition: string, params: Record<string, unknown>) => Promise<void>;

/** The condition of the events to remove, with its parameters. */
export interface ErasedEvents {
  readonly condition: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Computes the sessions of removed events again from their other events, because events cannot be subtracted from the
 * aggregates of a session. Must run before the events are removed, so that an interrupted run can be repeated.
 */
export async function eraseSessions(
  clickhouse: ClickHouse,
  teamId: number,
  { condition, params }: ErasedEvents,
  key: ErasureKey,
  erase: Erase,
): Promise<void> {
  const { rows } = await clickhouse.query<[string]>({
    name: 'sessions_of_erased_persons',
    sql: `SELECT DISTINCT toString(accurateCastOrNull(\`$session_id\`, 'UUID')) AS session FROM events
      WHERE team_id = {team:Int64} AND ${condition} AND session IS NOT NULL`,
    params: { team: teamId, ...params },
    settings: LARGE,
  });
  if (rows.length === 0) return;
  const sessions = rows.map(([session]) => session);
  await erase(
    'raw_sessions',
    `has({sessions:Array(String)}, ${key.hashOf('toString(session_id_v7)')})`,
    {
      sessions: await key.hash(sessions),
    },
  );
  const list = `(${sessions.map(stringLiteral).join(', ')})`;
  await clickhouse.command(
    addToSessions(`(SELECT * FROM events WHERE team_id = {team:Int64}
      AND toString(accurateCastOrNull(\`$session_id\`, 'UUID')) IN ${list}
      AND NOT (${condition}))`),
    {
      params: { team: teamId, ...params },
      // A random token, because the same rows may have been inserted before and were just deleted.
      settings: { ...LARGE, insert_deduplication_token: randomUUID() },
    },
  );
}
