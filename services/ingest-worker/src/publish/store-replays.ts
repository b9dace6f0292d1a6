import type { ClickHouse, ReplayKey } from '@tidemark/clickhouse';
import { findStoredReplays, replayKeyText } from '@tidemark/clickhouse';
import type { ReplayEntry } from '@tidemark/contracts';
import { replayRowLine } from '@tidemark/domain';
import type { WorkerMetrics } from '../worker-metrics';

/**
 * Stores what the edge said about recordings, each message once: redelivered ones and requests that were
 * sent again have the id of what is stored already.
 */
export async function storeReplays(
  deps: { readonly clickhouse: ClickHouse; readonly metrics: WorkerMetrics },
  replays: readonly ReplayEntry[],
): Promise<void> {
  if (replays.length === 0) return;
  const { clickhouse, metrics } = deps;
  const distinct = new Map(replays.map((entry) => [replayKeyText(keyOf(entry)), entry]));
  const stored = await metrics.time('look_up', () =>
    findStoredReplays(clickhouse, [...distinct.values()].map(keyOf)),
  );
  const fresh = [...distinct].filter(([key]) => !stored.has(key));
  if (fresh.length > 0) {
    const lines = fresh.map(([, entry]) => replayRowLine(entry));
    await metrics.time('insert', () =>
      clickhouse.insertJsonEachRow('session_replay_events', Buffer.from(lines.join('\n'))),
    );
    metrics.countRows('session_replay_events', fresh.length);
  }
  metrics.countEvents('stored', fresh.length);
  metrics.countEvents('duplicate', replays.length - fresh.length);
}

function keyOf(entry: ReplayEntry): ReplayKey {
  return {
    teamId: entry.team_id,
    day: entry.start.slice(0, 10),
    sessionId: entry.session_id,
    messageId: entry.uuid,
  };
}
