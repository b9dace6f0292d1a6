import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '../clickhouse';
import type { EventRowKey } from '../events/find-stored-events';
import { LOOK_UP_SETTINGS, matching } from '../events/find-stored-events';
import { addToSessions } from '../migrations/0003-sessions';

/**
 * Adds stored events to their sessions. The view writes sessions after the events, so an insert that was interrupted in
 * between has not added them. Adding an event again does not change its session.
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
