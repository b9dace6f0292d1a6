import { call } from '../../clickhouse-sql/build';
import { typeOf } from '../../types/value-type';
import type { FieldDefinition } from '../definitions/table-definition';
import { path } from '../definitions/fields';

/** How an event finds its person: whose id, and the properties of which time. */
export type PersonsOnEventsMode =
  | 'person_id_override_properties_on_events'
  | 'person_id_no_override_properties_on_events'
  | 'person_id_override_properties_joined'
  | 'disabled';

interface PersonIdSources {
  /** Field of the person id as it was written. */
  readonly own: string;
  /** Join by distinct id whose person wins where there is one: a merge moves distinct ids. */
  readonly winner: 'override' | 'pdi';
}

function winningPersonId({ own, winner }: PersonIdSources): FieldDefinition {
  return {
    kind: 'computed',
    reads: [[winner, 'distinct_id'], [winner, 'person_id'], [own]],
    type: typeOf('UUID'),
    build: (args) => {
      const [winnerKey, winning, written] = args;
      if (!winnerKey || !winning || !written) throw new Error('person_id needs three columns');
      return call('if', call('notEmpty', winnerKey), winning, written);
    },
  };
}

/** `person_id` of a table that has the join `pdi` and what the sources name. */
export function personIdOf(mode: PersonsOnEventsMode, sources: PersonIdSources): FieldDefinition {
  switch (mode) {
    case 'person_id_override_properties_on_events':
    case 'person_id_override_properties_joined':
      return winningPersonId(sources);
    case 'person_id_no_override_properties_on_events':
      return path([sources.own]);
    case 'disabled':
      return path(['pdi', 'person_id']);
  }
}
