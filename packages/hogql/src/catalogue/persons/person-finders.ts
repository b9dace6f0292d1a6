import { call, column } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import type { TableDefinition } from '../definitions/table-definition';
import type { PersonsOnEventsMode } from './person-id';

type Finders = NonNullable<TableDefinition['finders']>;

function isOneOf(name: string, ids: readonly SqlExpr[]): SqlExpr {
  return call('in', column('t', name), call('tuple', ...ids));
}

/**
 * A condition for distinct ids that belong, or once belonged, to one of these persons; the statement itself decides
 * which version of a row counts. GLOBAL, because both tables may be distributed over a cluster.
 */
export function hasIdOf(physical: string, ids: readonly SqlExpr[]): SqlExpr {
  return call('globalIn', column('t', 'distinct_id'), {
    kind: 'subquery',
    query: {
      kind: 'scan',
      table: physical,
      columns: [{ name: 'distinct_id', expr: column('t', 'distinct_id') }],
      where: isOneOf('person_id', ids),
      latest: null,
      groupBy: [],
      first: null,
    },
  });
}

/**
 * Conditions for the rows that may contain the events of certain persons, by the mode that defines an event's person.
 */
export function personFinders(mode: PersonsOnEventsMode): Finders {
  switch (mode) {
    case 'person_id_override_properties_on_events':
    case 'person_id_override_properties_joined':
      return {
        person_id: (ids) =>
          call('or', isOneOf('person_id', ids), hasIdOf('person_distinct_id_overrides', ids)),
      };
    case 'person_id_no_override_properties_on_events':
      return {};
    case 'disabled':
      return { pdi__person_id: (ids) => hasIdOf('person_distinct_id', ids) };
  }
}
