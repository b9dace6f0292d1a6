import { call } from '../../clickhouse-sql/build';
import { typeOf } from '../../types/value-type';
import type { FieldDefinition } from '../definitions/table-definition';
import { path } from '../definitions/fields';

/**
 * How an event finds its person: the source of the id, and whether properties are those at the event or the current
 * ones.
 */
export type PersonsOnEventsMode =
  | 'person_id_override_properties_on_events'
  | 'person_id_no_override_properties_on_events'
  | 'person_id_override_properties_joined'
  | 'disabled';

interface PersonIdSources {
  /** Field of the stored person id. */
  readonly own: string;
  /** The join by distinct id whose person wins if there is one: a merge moves distinct ids. */
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

/** `person_id` of a table that has the join `pdi` and the fields that `sources` names. */
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
