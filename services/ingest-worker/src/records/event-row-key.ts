import type { EventRowKey } from '@tidemark/clickhouse';
import { eventRowKeyText } from '@tidemark/clickhouse';
import type { NormalizedEvent } from '@tidemark/domain';
import { dateTimeText, storableTimestamp } from '@tidemark/domain';
import type { NormalizedRecord } from './read-range';

/** The sort key the event's row will have. */
function eventRowKey(event: NormalizedEvent): EventRowKey {
  return {
    teamId: event.entry.team_id,
    day: dateTimeText(storableTimestamp(event)).slice(0, 10),
    event: event.event,
    distinctId: event.distinctId,
    uuid: event.entry.uuid,
  };
}

export interface KeyedRecord extends NormalizedRecord {
  readonly key: EventRowKey;
  readonly keyText: string;
}

/** The first of each key; SDK retries put the same event into the log again. */
export function withoutRepeats(events: readonly NormalizedRecord[]): readonly KeyedRecord[] {
  const byKey = new Map<string, KeyedRecord>();
  for (const read of events) {
    const key = eventRowKey(read.event);
    const keyText = eventRowKeyText(key);
    if (!byKey.has(keyText)) byKey.set(keyText, { ...read, key, keyText });
  }
  return [...byKey.values()];
}

/** The stored events with a session. The insert may have failed before it reached the table of sessions. */
export function storedInSessions(
  events: readonly KeyedRecord[],
  stored: ReadonlySet<string>,
): readonly EventRowKey[] {
  return events
    .filter(
      ({ event, keyText }) => stored.has(keyText) && event.properties['$session_id'] !== undefined,
    )
    .map(({ key }) => key);
}
