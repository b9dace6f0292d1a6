import type { EventKey } from '@tidemark/clickhouse';
import { eventKeyText } from '@tidemark/clickhouse';
import type { NormalizedEvent } from '@tidemark/domain';
import { dateTimeText, storableTimestamp } from '@tidemark/domain';
import type { ReadEvent } from './read-range';

/** The sort key the event's row will have. */
function eventKey(event: NormalizedEvent): EventKey {
  return {
    teamId: event.entry.team_id,
    day: dateTimeText(storableTimestamp(event)).slice(0, 10),
    event: event.event,
    distinctId: event.distinctId,
    uuid: event.entry.uuid,
  };
}

export interface KeyedEvent extends ReadEvent {
  readonly key: EventKey;
  readonly keyText: string;
}

/** The first of each key; SDK retries put the same event into the log again. */
export function withoutRepeats(events: readonly ReadEvent[]): readonly KeyedEvent[] {
  const byKey = new Map<string, KeyedEvent>();
  for (const read of events) {
    const key = eventKey(read.event);
    const keyText = eventKeyText(key);
    if (!byKey.has(keyText)) byKey.set(keyText, { ...read, key, keyText });
  }
  return [...byKey.values()];
}

/** Those that are stored already and name a session, which they may not have reached. */
export function storedInSessions(
  events: readonly KeyedEvent[],
  stored: ReadonlySet<string>,
): readonly EventKey[] {
  return events
    .filter(
      ({ event, keyText }) => stored.has(keyText) && event.properties['$session_id'] !== undefined,
    )
    .map(({ key }) => key);
}
