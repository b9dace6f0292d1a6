import type { ClickHouse } from '../clickhouse';
import { stringLiteral } from '../string-literal';
import type { EventRowKey } from './find-stored-events';

type CopyRow = [key: string, newest: string];

const KEYS_AT_ONCE = 1_000;
const MAX_QUERY_BYTES = 64 * 1024 * 1024;
/** The whole sort key as one text, the same in both statements. */
const KEY =
  "concat(toString(team_id), '|', toString(toDate(timestamp)), '|', toString(uuid), '|', event, '|', distinct_id)";

/**
 * Removes all copies but the newest of events that were inserted more than once. The engine does the same when it
 * merges parts; this removes known copies at once.
 *
 * @returns how many events had copies.
 */
export async function removeCopies(
  clickhouse: ClickHouse,
  keys: readonly EventRowKey[],
): Promise<number> {
  let removed = 0;
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    removed += await removeSome(clickhouse, keys.slice(at, at + KEYS_AT_ONCE));
  }
  return removed;
}

async function removeSome(clickhouse: ClickHouse, keys: readonly EventRowKey[]): Promise<number> {
  const list = (values: readonly string[]): string =>
    [...new Set(values)].map(stringLiteral).join(', ');
  const touched = `team_id IN (${[...new Set(keys.map((key) => key.teamId))].join(', ')})
    AND toDate(timestamp) IN (${list(keys.map((key) => key.day))})
    AND event IN (${list(keys.map((key) => key.event))})
    AND uuid IN (${list(keys.map((key) => key.uuid))})`;
  const settings = { max_query_size: MAX_QUERY_BYTES };
  const { rows } = await clickhouse.query<CopyRow>({
    name: 'event_copies',
    sql: `SELECT ${KEY} AS key, toString(max(inserted_at)) FROM events WHERE ${touched}
      GROUP BY key HAVING count() > 1`,
    settings,
  });
  if (rows.length === 0) return 0;
  const newest = rows.map((row) => `(${row.map(stringLiteral).join(', ')})`).join(', ');
  await clickhouse.command(
    `DELETE FROM ${await writableEvents(clickhouse)} WHERE ${touched}
      AND ${KEY} IN (${list(rows.map(([key]) => key))})
      AND (${KEY}, toString(inserted_at)) NOT IN (${newest})`,
    { settings },
  );
  return rows.length;
}

/** Returns the table to delete from. A Distributed table cannot delete, so on a cluster it is the local table. */
async function writableEvents(clickhouse: ClickHouse): Promise<string> {
  const { rows } = await clickhouse.query<[string]>({
    name: 'events_engine',
    sql: `SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'events'`,
  });
  const cluster = /^Distributed\('([^']+)'/.exec(rows[0]?.[0] ?? '')?.[1];
  return cluster === undefined ? 'events' : `events_local ON CLUSTER ${stringLiteral(cluster)}`;
}
