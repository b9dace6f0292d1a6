import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '../clickhouse';
import type { EventRowKey } from '../events/find-stored-events';
import { LOOK_UP_SETTINGS, matching } from '../events/find-stored-events';
import { addToSessions } from '../migrations/0003-sessions';

/**
 * Makes sure that stored events count in their sessions. The view that adds them writes after the events
 * themselves, so an insert that was cut off in between left them out; repeating it does no harm.
 */
export async function restoreSessions(
  clickhouse: ClickHouse,
  events: readonly EventRowKey[],
): Promise<void> {
  if (events.length === 0) return;
  await clickhouse.command(addToSessions(`(SELECT * FROM events ${matching(events)})`), {
    settings: { ...LOOK_UP_SETTINGS, insert_deduplication_token: randomUUID() },
  });
}
