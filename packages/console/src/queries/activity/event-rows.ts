import { ownValue, PERSON } from './events-query';

/** A row of the list of events, from the history or from the live stream. */
export interface EventRow {
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Null for events of the live stream, which does not contain names. */
  readonly personName: string | null;
  /** The values that the server computed, by column expression. */
  readonly computed: ReadonlyMap<string, unknown>;
}

/** An event as the live stream sends it (`EventBody` of the contracts). */
export interface LiveBody {
  readonly id: string;
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

const NOTHING: ReadonlyMap<string, unknown> = new Map();

export function rowOfLive(body: LiveBody): EventRow {
  return {
    uuid: body.id,
    event: body.event,
    distinctId: body.distinct_id,
    timestamp: body.timestamp,
    properties: body.properties,
    personName: null,
    computed: NOTHING,
  };
}

/**
 * Converts a row of an `EventsQuery` whose first two columns are `*` and the person.
 *
 * @returns null if the first column is not an event
 */
export function rowOfResult(
  [star, person, ...values]: readonly unknown[],
  selected: readonly string[],
): EventRow | null {
  if (!isRecord(star) || typeof star['uuid'] !== 'string') return null;
  const { uuid, event, distinct_id: distinctId, timestamp, properties } = star;
  const name = isRecord(person) ? person['display_name'] : null;
  return {
    uuid,
    event: textOf(event),
    distinctId: textOf(distinctId),
    timestamp: textOf(timestamp),
    properties: isRecord(properties) ? properties : {},
    personName: typeof name === 'string' ? name : null,
    computed: new Map(selected.map((expression, index) => [expression, values[index]])),
  };
}

/** The value of a column in a row. */
export function valueOf(row: EventRow, expression: string): unknown {
  if (expression === PERSON) return row.personName ?? row.distinctId;
  const own = ownValue(expression);
  switch (own) {
    case 'timestamp':
      return row.timestamp;
    case 'event':
      return row.event;
    case 'distinct_id':
      return row.distinctId;
    case 'uuid':
      return row.uuid;
    case null:
      return row.computed.get(expression);
    default:
      return row.properties[own.property];
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
