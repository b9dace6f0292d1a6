import type { ClickHouse, ReplayKey } from '@tidemark/clickhouse';
import { findStoredReplays, replayKeyText } from '@tidemark/clickhouse';
import type { ReplayEntry } from '@tidemark/contracts';
import { consoleRowLines, replayRowLine } from '@tidemark/domain';
import type { LogRecord } from '@tidemark/ingest-log';
import type { WorkerMetrics } from '../worker-metrics';
import { insertToken } from './insert-token';

/**
 * Stores the metadata of recordings from the edge, each message once: a message that is read or sent again has the id
 * of the stored one.
 */
export async function storeReplays(
  deps: { readonly clickhouse: ClickHouse; readonly metrics: WorkerMetrics },
  replays: readonly { readonly record: LogRecord; readonly entry: ReplayEntry }[],
): Promise<void> {
  if (replays.length === 0) return;
  const { clickhouse, metrics } = deps;
  const distinct = new Map(replays.map((read) => [replayKeyText(keyOf(read.entry)), read]));
  const stored = await metrics.time('look_up', () =>
    findStoredReplays(
      clickhouse,
      [...distinct.values()].map(({ entry }) => keyOf(entry)),
    ),
  );
  const fresh = [...distinct].flatMap(([key, read]) => (stored.has(key) ? [] : [read]));
  if (fresh.length > 0) {
    // Written first, because a message stored below is skipped if the range is repeated. The engine replaces repeated
    // console rows.
    await storeConsole(
      deps,
      fresh.flatMap(({ entry }) => consoleRowLines(entry)),
    );
    const lines = fresh.map(({ entry }) => replayRowLine(entry));
    await metrics.time('insert', () =>
      clickhouse.insertJsonEachRow('session_replay_events', Buffer.from(lines.join('\n')), {
        token: insertToken(fresh.map(({ record }) => record)),
      }),
    );
    metrics.countRows('session_replay_events', fresh.length);
  }
  metrics.countEvents('stored', fresh.length);
  metrics.countEvents('duplicate', replays.length - fresh.length);
}

async function storeConsole(
  { clickhouse, metrics }: Parameters<typeof storeReplays>[0],
  lines: readonly string[],
): Promise<void> {
  if (lines.length === 0) return;
  await metrics.time('insert', () =>
    clickhouse.insertJsonEachRow('log_entries', Buffer.from(lines.join('\n'))),
  );
  metrics.countRows('log_entries', lines.length);
}

function keyOf(entry: ReplayEntry): ReplayKey {
  return {
    teamId: entry.team_id,
    day: entry.start.slice(0, 10),
    sessionId: entry.session_id,
    messageId: entry.uuid,
  };
}
