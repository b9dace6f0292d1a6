import type { EventBody } from '@tidemark/contracts';
import type { ListedPerson } from '@tidemark/postgres';

type Fields = Readonly<Record<string, unknown>>;

/** The properties of a person that an event's body contains. */
const PERSON_PROPERTIES = ['email', 'name', 'username'] as const;

const ZONED = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d(?::\d\d)?)$/;

/** An instant in any zone as this resource writes it: in UTC with `+00:00`, its fraction kept. */
export function eventTime(text: string): string {
  const [, seconds = '', fraction = '', zone = 'Z'] = ZONED.exec(text) ?? [];
  const sign = zone.startsWith('-') ? 1 : -1;
  const [hours = 0, minutes = 0, rest = 0] =
    zone === 'Z' ? [] : zone.slice(1).split(':').map(Number);
  const shift = sign * (hours * 3_600 + minutes * 60 + rest) * 1_000;
  const utc = new Date(Date.parse(`${seconds}Z`) + shift).toISOString().slice(0, 19);
  return `${utc}${fraction}+00:00`;
}

/** A `*` cell of an `EventsQuery` as the events resource shows it. */
export function eventBody(
  cell: unknown,
  persons: ReadonlyMap<string, ListedPerson> | null,
): EventBody {
  const event = (typeof cell === 'object' && cell !== null ? cell : {}) as Fields;
  const distinctId = String(event['distinct_id']);
  const chain = event['elements_chain'];
  const person = persons?.get(distinctId);
  return {
    id: String(event['uuid']),
    distinct_id: distinctId,
    properties: event['properties'] as Record<string, unknown>,
    event: String(event['event']),
    timestamp: eventTime(String(event['timestamp'])),
    person: person === undefined ? null : personBody(person),
    elements: (event['elements'] ?? []) as EventBody['elements'],
    elements_chain: typeof chain === 'string' ? chain : '',
  };
}

function personBody({ isIdentified, distinctIds, properties }: ListedPerson): EventBody['person'] {
  const known = PERSON_PROPERTIES.filter((key) => Object.hasOwn(properties, key));
  return {
    is_identified: isIdentified,
    distinct_ids: distinctIds.slice(0, 1),
    properties: Object.fromEntries(known.map((key) => [key, properties[key]])),
  };
}
