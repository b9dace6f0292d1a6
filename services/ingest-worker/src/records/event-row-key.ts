import type { EventRowKey } from '@tidemark/clickhouse';
import { eventRowKeyText } from '@tidemark/clickhouse';
import type { NormalizedEvent } from '@tidemark/domain';
import { dateTimeText, storableTimestamp } from '@tidemark/domain';
import type { NormalizedRecord } from './read-range';

/** Returns the sort key of the event's row. */
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

/** Keeps the first event of each key. Retries of SDKs append the same event to the log again. */
export function withoutRepeats(events: readonly NormalizedRecord[]): readonly KeyedRecord[] {
  const byKey = new Map<string, KeyedRecord>();
  for (const read of events) {
    const key = eventRowKey(read.event);
    const keyText = eventRowKeyText(key);
    if (!byKey.has(keyText)) byKey.set(keyText, { ...read, key, keyText });
  }
  return [...byKey.values()];
}

/** Returns the stored events with a session, whose insert may have failed before the table of sessions was written. */
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
