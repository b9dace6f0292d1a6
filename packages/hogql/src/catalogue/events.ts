import { call, column, number } from '../sql/build';
import { typeOf } from '../types/value-type';
import type { FieldDefinition, Fields, TableDefinition } from './definitions';
import { personDistinctIdOverrides, personDistinctIds } from './distinct-ids';
import { field, json, path } from './fields';
import { groups } from './groups';
import { persons } from './persons';

/** How an event finds its person: whose id, and the properties of which moment. */
export type PersonsOnEventsMode =
  | 'person_id_override_properties_on_events'
  | 'person_id_no_override_properties_on_events'
  | 'person_id_override_properties_joined'
  | 'disabled';

/** The person as the event saw it when it was ingested. */
const personOnEvent: Fields = {
  id: path(['event_person_id']),
  created_at: field('person_created_at', 'DateTime'),
  properties: json('person_properties', null, 'person'),
};

/** A merge moves distinct ids: the override's person wins over the one written on the event. */
const overriddenPersonId: FieldDefinition = {
  kind: 'computed',
  reads: [['override', 'distinct_id'], ['override', 'person_id'], ['event_person_id']],
  type: typeOf('UUID'),
  build: (args) => {
    const [overrideKey, override, own] = args;
    if (!overrideKey || !override || !own) throw new Error('person_id needs three columns');
    return call('if', call('notEmpty', overrideKey), override, own);
  },
};

function personId(mode: PersonsOnEventsMode): FieldDefinition {
  switch (mode) {
    case 'person_id_override_properties_on_events':
    case 'person_id_override_properties_joined':
      return overriddenPersonId;
    case 'person_id_no_override_properties_on_events':
      return path(['event_person_id']);
    case 'disabled':
      return path(['pdi', 'person_id']);
  }
}

function person(mode: PersonsOnEventsMode): FieldDefinition {
  if (mode === 'disabled' || mode === 'person_id_override_properties_joined') {
    return { kind: 'join', table: persons, left: ['person_id'], right: 'id', hidden: true };
  }
  return {
    kind: 'virtual',
    fields: { ...personOnEvent, id: path(['person_id']) },
    hidden: true,
  };
}

const GROUP_INDEXES = [0, 1, 2, 3, 4] as const;

function groupJoins(): Fields {
  return Object.fromEntries(
    GROUP_INDEXES.map((index): [string, FieldDefinition] => [
      `group_${index}`,
      {
        kind: 'join',
        table: groups,
        left: [`$group_${index}`],
        right: 'key',
        only: call('equals', column('t', 'group_type_index'), number(index)),
        hidden: true,
      },
    ]),
  );
}

/** The events table as statements see it; what `person` means depends on the mode. */
export function eventsTable(mode: PersonsOnEventsMode): TableDefinition {
  return {
    name: 'events',
    physical: 'events',
    fields: {
      uuid: field('uuid', 'UUID'),
      event: field('event', 'String'),
      properties: json('properties', 'properties_text', 'event'),
      timestamp: field('timestamp', 'DateTime'),
      team_id: field('team_id', 'Integer', true),
      distinct_id: field('distinct_id', 'String'),
      elements_chain: field('elements_chain', 'String'),
      created_at: field('created_at', 'DateTime'),
      $session_id: field('$session_id', 'String'),
      $window_id: field('$window_id', 'String'),
      person_id: personId(mode),
      person_mode: field('person_mode', 'String', true),
      ...Object.fromEntries(
        GROUP_INDEXES.map((index) => [`$group_${index}`, field(`$group_${index}`, 'String')]),
      ),
      elements_chain_href: field('elements_chain_href', 'String'),
      elements_chain_texts: field('elements_chain_texts', 'Array'),
      elements_chain_ids: field('elements_chain_ids', 'Array'),
      elements_chain_elements: field('elements_chain_elements', 'Array'),
      event_person_id: field('person_id', 'UUID', true),
      poe: { kind: 'virtual', fields: personOnEvent, hidden: true },
      person: person(mode),
      pdi: {
        kind: 'join',
        table: personDistinctIds,
        left: ['distinct_id'],
        right: 'distinct_id',
        hidden: true,
      },
      override: {
        kind: 'join',
        table: personDistinctIdOverrides,
        left: ['distinct_id'],
        right: 'distinct_id',
        hidden: true,
      },
      ...groupJoins(),
    },
    latest: null,
  };
}
