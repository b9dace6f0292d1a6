import type { ClickHouse } from '../clickhouse';
import { stringLiteral } from '../string-literal';

/** The sort key of a row of `session_replay_events`. */
export interface ReplayKey {
  readonly teamId: number;
  /** `YYYY-MM-DD`, UTC, of the first snapshot. */
  readonly day: string;
  readonly sessionId: string;
  /** Canonical lower-case text. */
  readonly messageId: string;
}

const MAX_QUERY_BYTES = 64 * 1024 * 1024;

/** Returns a text that is equal for equal messages. It contains the project: two projects may get the same content. */
export function replayKeyText(key: Pick<ReplayKey, 'teamId' | 'messageId'>): string {
  return `${key.teamId}:${key.messageId}`;
}

/** Returns the keys of those messages that are stored, as `replayKeyText`. */
export async function findStoredReplays(
  clickhouse: ClickHouse,
  keys: readonly ReplayKey[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const list = (values: readonly string[]): string =>
    [...new Set(values)].map(stringLiteral).join(', ');
  const { rows } = await clickhouse.query<[teamId: number, messageId: string]>({
    name: 'stored_replays',
    sql: `
      SELECT DISTINCT team_id, toString(message_id)
      FROM session_replay_events
      PREWHERE message_id IN (${list(keys.map((key) => key.messageId))})
      WHERE team_id IN (${[...new Set(keys.map((key) => key.teamId))].join(', ')})
        AND toDate(min_first_timestamp) IN (${list(keys.map((key) => key.day))})
        AND session_id IN (${list(keys.map((key) => key.sessionId))})`,
    settings: { max_query_size: MAX_QUERY_BYTES, use_skip_indexes: 0 },
  });
  return new Set(rows.map(([teamId, messageId]) => replayKeyText({ teamId, messageId })));
}
