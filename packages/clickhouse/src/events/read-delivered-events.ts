import type { ClickHouse } from '../clickhouse';
import type { EventRowKey } from './find-stored-events';
import { LOOK_UP_SETTINGS, matching } from './find-stored-events';

/** A stored event that is sent to destinations. */
export interface DeliveredEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  /** ISO 8601, in UTC. */
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly elementsChain: string;
  readonly personId: string;
  /** The properties at ingestion. */
  readonly personProperties: Readonly<Record<string, unknown>>;
  /** Group keys by the index of the group type; an empty text for a type without a group. */
  readonly groups: readonly string[];
}

type Row = [
  uuid: string,
  event: string,
  distinctId: string,
  timestamp: string,
  properties: string,
  elementsChain: string,
  personId: string,
  personProperties: string,
  groups: string[],
];

/** Returns the stored events, by uuid. All keys must belong to one project. */
export async function readDeliveredEvents(
  clickhouse: ClickHouse,
  keys: readonly EventRowKey[],
): Promise<ReadonlyMap<string, DeliveredEvent>> {
  if (keys.length === 0) return new Map();
  const { rows } = await clickhouse.query<Row>({
    name: 'delivered_events',
    sql: `
      SELECT toString(uuid), event, distinct_id,
        formatDateTime(timestamp, '%Y-%m-%dT%H:%i:%S.%fZ', 'UTC'),
        properties_text, elements_chain, toString(person_id), toString(person_properties),
        [\`$group_0\`, \`$group_1\`, \`$group_2\`, \`$group_3\`, \`$group_4\`]
      FROM events ${matching(keys)}`,
    settings: LOOK_UP_SETTINGS,
  });
  return new Map(rows.map((row) => [row[0], toEvent(row)]));
}

function toEvent(row: Row): DeliveredEvent {
  const [uuid, event, distinctId, timestamp, properties, elementsChain, personId, person, groups] =
    row;
  return {
    uuid,
    event,
    distinctId,
    timestamp,
    properties: JSON.parse(properties) as Record<string, unknown>,
    elementsChain,
    personId,
    personProperties: JSON.parse(person) as Record<string, unknown>,
    groups,
  };
}
