import { dateTimeText } from '../dates/date-time-text';
import { serializeJson } from '../json/serialize-json';
import type { IdentityOutcome } from '../persons/identity-types';
import type { NormalizedEvent } from './normalized-event';

/** Index of a project's group type, or null when it has none (a sixth type). */
export type GroupIndexOf = (groupType: string) => number | null;

/** What DateTime64 columns can hold. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2299;

/**
 * One line of JSONEachRow for the `events` table. `properties_text` is given as an object: the engine
 * keeps its text and makes the JSON column from it.
 */
export function eventRowLine(
  event: NormalizedEvent,
  person: IdentityOutcome,
  groupIndexOf: GroupIndexOf,
): string {
  const { entry } = event;
  const groupColumns: Record<string, string> = {};
  for (const { groupType, groupKey } of event.groups) {
    const index = groupIndexOf(groupType);
    if (index !== null) groupColumns[`$group_${index}`] = groupKey;
  }
  const columns = JSON.stringify({
    uuid: entry.uuid,
    event: event.event,
    timestamp: dateTimeText(storableTimestamp(event)),
    team_id: entry.team_id,
    distinct_id: event.distinctId,
    elements_chain: event.elementsChain,
    created_at: dateTimeText(new Date(entry.captured_at)),
    person_id: person.personId,
    person_created_at: dateTimeText(person.personCreatedAt),
    person_mode: person.personMode,
    $session_id: textOrEmpty(event.properties['$session_id']),
    $window_id: textOrEmpty(event.properties['$window_id']),
    historical_migration: entry.historical_migration,
    ...groupColumns,
  });
  const properties = serializeJson({ ...event.properties, ...groupColumns });
  const personProperties = serializeJson(person.personProperties);
  return `${columns.slice(0, -1)},"properties_text":${properties},"person_properties":${personProperties}}`;
}

/** The event's time, or when it was accepted if ClickHouse cannot hold it. */
export function storableTimestamp(event: Pick<NormalizedEvent, 'timestamp' | 'entry'>): Date {
  const year = event.timestamp.getUTCFullYear();
  const storable = year >= FIRST_YEAR && year <= LAST_YEAR;
  return storable ? event.timestamp : new Date(event.entry.captured_at);
}

function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
