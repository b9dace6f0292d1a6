import type { DeliveredEvent } from '@tidemark/contracts';
import { serializeJson } from '../json/serialize-json';
import type { EventRow } from './event-row';

/** JSON text of the `DeliveredEvent` of a row. The text of the properties, the largest part, is not made again. */
export function deliveredEventText(row: EventRow): string {
  const rest: Omit<DeliveredEvent, 'properties'> = {
    uuid: row.uuid,
    event: row.event,
    distinctId: row.distinctId,
    timestamp: new Date(row.timestamp).toISOString().replace('Z', '000Z'),
    elementsChain: row.elementsChain,
    personId: row.personId,
    personProperties: row.personProperties,
    groups: row.groups,
  };
  return `{"properties":${row.propertiesText},${serializeJson(rest).slice(1)}`;
}
