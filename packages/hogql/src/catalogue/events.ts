import { call, column, number, text } from '../clickhouse-sql/build';
import type { SqlExpr } from '../clickhouse-sql/nodes';
import { typeOf } from '../types/value-type';
import type { FieldDefinition, Fields, TableDefinition } from './definitions/table-definition';
import { field, json, path } from './definitions/fields';
import { groupsTable } from './groups';
import { personFinders } from './persons/person-finders';
import { personIdOf } from './persons/person-id';
import { personDistinctIdOverrides, personDistinctIds, persons } from './persons/persons';
import { sessionJoin } from './sessions';
import type { SessionsOptions } from './sessions';
import { virtualEventFields, VIRTUAL_EVENT_PROPERTIES } from './virtual-event';
import { virtualPersonFields, VIRTUAL_PERSON_PROPERTIES } from './persons/virtual-person';

/** The person as stored on the event at ingestion. */
function personOnEvent({ isTextProperty }: EventsOptions): Fields {
  return {
    id: path(['event_person_id']),
    created_at: field('person_created_at', 'DateTime'),
    properties: json('person_properties', null, 'person', {
      virtual: VIRTUAL_PERSON_PROPERTIES,
      isText: isTextProperty && ((key) => isTextProperty('person', key)),
    }),
    ...virtualPersonFields(['poe', 'properties']),
  };
}

function person(options: EventsOptions): FieldDefinition {
  const { mode, personsJoinMode } = options;
  if (mode === 'disabled' || mode === 'person_id_override_properties_joined') {
    return {
      kind: 'join',
      table: persons,
      left: ['person_id'],
      right: 'id',
      inner: personsJoinMode === 'inner',
      hidden: true,
    };
  }
  return {
    kind: 'virtual',
    fields: { ...personOnEvent(options), id: path(['person_id']) },
    hidden: true,
  };
}

/** They are half of the event document and rarely queried, so they get no sub-columns. */
const PERSON_CHANGES: ReadonlySet<string> = new Set(['$set', '$set_once']);

/** Used only to match selectors. */
const chainParts: Fields = {
  elements_chain_heads: field('elements_chain_heads', 'Array', true),
  elements_chain_attributes: field('elements_chain_attributes', 'Array', true),
  elements_chain_places: field('elements_chain_places', 'Array', true),
};

const GROUP_INDEXES = [0, 1, 2, 3, 4] as const;

function groupJoins(): Fields {
  return Object.fromEntries(
    GROUP_INDEXES.map((index): [string, FieldDefinition] => [
      `group_${index}`,
      {
        kind: 'join',
        table: groupsTable(`group_${index}`),
        left: [`$group_${index}`],
        right: 'key',
        only: call('equals', column('t', 'group_type_index'), number(index)),
        hidden: true,
      },
    ]),
  );
}

/**
 * Other names of the groups: the name of their type (`organization.properties.x`), and `goe_n`. In PostHog the latter
 * are copies on the event; here they are the current groups.
 */
function groupNames(groupTypes: readonly GroupTypeName[]): Fields {
  const names = [
    ...GROUP_INDEXES.map((index) => [`goe_${index}`, index] as const),
    ...groupTypes.map(({ name, index }) => [name, index] as const),
  ];
  return Object.fromEntries(
    names.map(([name, index]) => [name, { ...path([`group_${index}`]), hidden: true }]),
  );
}

/** Adds names; a field of the table wins over an added name with the same spelling. */
function withNames(own: Fields, names: Fields): Fields {
  const free = Object.entries(names).filter(([name]) => !Object.hasOwn(own, name));
  return { ...own, ...Object.fromEntries(free) };
}

/** Null for ids that are not UUIDs: they have no session. */
const sessionUuid: FieldDefinition = {
  kind: 'computed',
  reads: [['$session_id']],
  type: typeOf('UUID', true),
  build: ([id]) => {
    if (!id) throw new Error('$session_id_uuid needs a column');
    return call('accurateCastOrNull', id, text('UUID'));
  },
  hidden: true,
};

/** The name that a project gave to a group type, with its index. */
export interface GroupTypeName {
  readonly name: string;
  readonly index: number;
}

export type EventsOptions = SessionsOptions & {
  readonly groupTypes: readonly GroupTypeName[];
  /** `inner` leaves out events without a stored person if the statement reads their person; `left` keeps them. */
  readonly personsJoinMode?: 'inner' | 'left' | undefined;
  /** Events that were stored later are not read. */
  readonly storedUntil?: Date | undefined;
  /** Events that were stored earlier are not read. */
  readonly storedAfter?: Date | undefined;
  /** Whether every stored value of a property is text. */
  readonly isTextProperty?: ((bag: 'event' | 'person', name: string) => boolean) | undefined;
};

/** The events table for statements; the meaning of `person` depends on the mode. */
export function eventsTable(options: EventsOptions): TableDefinition {
  return {
    name: 'events',
    physical: 'events',
    fields: withNames(ownFields(options), groupNames(options.groupTypes)),
    latest: null,
    time: { column: 'timestamp', fields: ['timestamp'], slackDays: 0 },
    finders: personFinders(options.mode),
    ...storedWithin(options),
  };
}

/** The condition on the time at which rows were stored, for tables over events. */
export function storedWithin({
  storedUntil,
  storedAfter,
}: Pick<EventsOptions, 'storedUntil' | 'storedAfter'>): { readonly only?: SqlExpr } {
  const bound = (comparison: string, time: Date): SqlExpr => {
    const value = call('toDateTime64', text(time.toISOString()), number(6), text('UTC'));
    return call(comparison, column('t', 'inserted_at'), value);
  };
  const bounds = [
    ...(storedUntil === undefined ? [] : [bound('lessOrEquals', storedUntil)]),
    ...(storedAfter === undefined ? [] : [bound('greaterOrEquals', storedAfter)]),
  ];
  const [first, second] = bounds;
  if (first === undefined) return {};
  return { only: second === undefined ? first : call('and', first, second) };
}

function ownFields(options: EventsOptions): Fields {
  const { mode, isTextProperty } = options;
  return {
    uuid: field('uuid', 'UUID'),
    event: field('event', 'String'),
    properties: json('properties', 'properties_text', 'event', {
      textOnly: PERSON_CHANGES,
      virtual: VIRTUAL_EVENT_PROPERTIES,
      isText: isTextProperty && ((key) => isTextProperty('event', key)),
    }),
    timestamp: field('timestamp', 'DateTime'),
    team_id: field('team_id', 'Integer', true),
    distinct_id: field('distinct_id', 'String'),
    elements_chain: field('elements_chain', 'String'),
    created_at: field('created_at', 'DateTime'),
    $session_id: field('$session_id', 'String'),
    $session_id_uuid: sessionUuid,
    $window_id: field('$window_id', 'String'),
    person_id: personIdOf(mode, { own: 'event_person_id', winner: 'override' }),
    person_mode: field('person_mode', 'String', true),
    ...Object.fromEntries(
      GROUP_INDEXES.map((index) => [`$group_${index}`, field(`$group_${index}`, 'String')]),
    ),
    elements_chain_href: field('elements_chain_href', 'String'),
    elements_chain_texts: field('elements_chain_texts', 'Array'),
    elements_chain_ids: field('elements_chain_ids', 'Array'),
    elements_chain_elements: field('elements_chain_elements', 'Array'),
    ...chainParts,
    event_person_id: field('person_id', 'UUID', true),
    poe: { kind: 'virtual', fields: personOnEvent(options), hidden: true },
    person: person(options),
    pdi: {
      kind: 'join',
      table: personDistinctIds,
      left: ['distinct_id'],
      right: 'distinct_id',
      // As in PostHog: events without a person (personless ones) are left out.
      inner: true,
      hidden: true,
    },
    override: {
      kind: 'join',
      table: personDistinctIdOverrides,
      left: ['distinct_id'],
      right: 'distinct_id',
      hidden: true,
    },
    session: sessionJoin(options, ['$session_id_uuid'], 'timestamp'),
    ...groupJoins(),
    ...virtualEventFields,
  };
}
