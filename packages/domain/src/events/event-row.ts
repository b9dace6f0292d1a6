import { serializeJson } from '../json/serialize-json';
import type { IdentityOutcome, PersonMode } from '../persons/identity-types';
import type { Properties } from '../properties';
import type { NormalizedEvent } from './normalized-event';

/** The index of a project's group type; null if it has none, because the project already has five types. */
export type GroupIndexOf = (groupType: string) => number | null;

type GroupKeys = readonly [string, string, string, string, string];

/** The columns of an event in the table `events`. Times are milliseconds since 1970. */
export interface EventRow {
  readonly uuid: string;
  readonly event: string;
  /** JSON text of all properties. */
  readonly propertiesText: string;
  /** All properties except `$set` and `$set_once`. */
  readonly properties: Properties;
  readonly timestamp: number;
  readonly teamId: number;
  readonly distinctId: string;
  readonly elementsChain: string;
  readonly createdAt: number;
  readonly personId: string;
  readonly personCreatedAt: number;
  readonly personProperties: Properties;
  readonly personMode: PersonMode;
  /** Keys of the groups 0…4; empty if the event has no group of that type. */
  readonly groups: GroupKeys;
  readonly sessionId: string;
  readonly windowId: string;
  readonly historicalMigration: boolean;
}

/** The range of DateTime64 columns. */
const FIRST_TIME = Date.UTC(1900, 0, 1);
const LAST_TIME = Date.UTC(2300, 0, 1) - 1;

const NO_GROUPS: GroupKeys = ['', '', '', '', ''];

export function eventRow(
  event: NormalizedEvent,
  person: IdentityOutcome,
  groupIndexOf: GroupIndexOf,
): EventRow {
  const { entry } = event;
  const groups = event.groups.length === 0 ? NO_GROUPS : groupKeys(event, groupIndexOf);
  const properties = withGroups(event.properties, groups);
  return {
    uuid: entry.uuid,
    event: event.event,
    propertiesText: withMembers(serializeJson(properties), event.personChanges),
    properties,
    timestamp: storableTimestamp(event).getTime(),
    teamId: entry.team_id,
    distinctId: event.distinctId,
    elementsChain: event.elementsChain,
    createdAt: Date.parse(entry.captured_at),
    personId: person.personId,
    personCreatedAt: Math.min(Math.max(person.personCreatedAt.getTime(), FIRST_TIME), LAST_TIME),
    personProperties: person.personProperties,
    personMode: person.personMode,
    groups,
    sessionId: textOrEmpty(event.properties['$session_id']),
    windowId: textOrEmpty(event.properties['$window_id']),
    historicalMigration: entry.historical_migration,
  };
}

/** The time of the event; if ClickHouse cannot store it, the time when the event was accepted. */
export function storableTimestamp(event: Pick<NormalizedEvent, 'timestamp' | 'entry'>): Date {
  const time = event.timestamp.getTime();
  const storable = time >= FIRST_TIME && time <= LAST_TIME;
  return storable ? event.timestamp : new Date(event.entry.captured_at);
}

function groupKeys(event: NormalizedEvent, groupIndexOf: GroupIndexOf): GroupKeys {
  const keys: [string, string, string, string, string] = ['', '', '', '', ''];
  for (const { groupType, groupKey } of event.groups) {
    const index = groupIndexOf(groupType);
    if (index !== null) keys[index] = groupKey;
  }
  return keys;
}

function withGroups(properties: Properties, groups: GroupKeys): Properties {
  if (groups === NO_GROUPS) return properties;
  const all = { ...properties };
  groups.forEach((key, index) => {
    if (key !== '') all[`$group_${index}`] = key;
  });
  return all;
}

/** The JSON text of an object with added members; undefined values are left out. */
function withMembers(text: string, members: Readonly<Record<string, unknown>>): string {
  let inside = text.slice(1, -1);
  for (const name of Object.keys(members)) {
    const value = members[name];
    if (value === undefined) continue;
    inside += `${inside === '' ? '' : ','}${JSON.stringify(name)}:${serializeJson(value)}`;
  }
  return `{${inside}}`;
}

function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
