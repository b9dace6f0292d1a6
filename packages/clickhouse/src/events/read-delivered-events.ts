import type { DeliveredEvent } from '@tidemark/contracts';
import type { ClickHouse } from '../clickhouse';
import type { EventRowKey } from './find-stored-events';
import { LOOK_UP_SETTINGS, matching } from './find-stored-events';

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
