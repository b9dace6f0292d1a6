import type { Expr } from '../../syntax/ast';
import { sessionsTable } from '../../catalogue/sessions';
import { HogQLError } from '../../syntax/errors';
import { isNumeric } from '../../types/value-type';
import type { FilterContext, FilterScope, PropertyFilter } from './filter';
import type { ComparedAs } from './operator';

/** The expression that a filter compares. */
export interface FilterTarget {
  readonly expr: Expr;
  readonly comparedAs: ComparedAs;
}

type Path = (key: string, filter: PropertyFilter) => readonly string[];

const bag =
  (...to: readonly string[]): Path =>
  (key) => [...to, key];

const GROUPS = 5;

function groupPath(key: string, { group_type_index: index }: PropertyFilter): readonly string[] {
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= GROUPS) {
    throw new HogQLError(
      'hogql_query_error',
      'A property filter of type group needs a group_type_index from 0 to 4',
    );
  }
  return [`group_${index}`, 'properties', key];
}

/** The path of the property for each type of filter, by the scope of the table. */
const PATHS: Readonly<Record<FilterScope, Readonly<Record<string, Path>>>> = {
  event: {
    event: (key) => (key === '$elements_chain' ? ['elements_chain'] : ['properties', key]),
    feature: bag('properties'),
    event_metadata: bag(),
    person: bag('person', 'properties'),
    person_metadata: bag('person'),
    group: groupPath,
    session: bag('session'),
    // For a series on a data-warehouse table, its columns; for events, the fields that the project's joins add.
    data_warehouse: (key) => key.split('.'),
    data_warehouse_person_property: (key) => ['person', ...key.split('.')],
  },
  person: { person: bag('properties'), person_metadata: bag() },
  group: { group: bag('properties') },
  session: { session: bag() },
};

const SESSION_FIELDS = sessionsTable({ mode: 'person_id_override_properties_on_events' }).fields;

function columnComparedAs(type: string, key: string): ComparedAs {
  const field =
    type === 'session' && Object.hasOwn(SESSION_FIELDS, key) ? SESSION_FIELDS[key] : undefined;
  if (field === undefined || !('type' in field)) return 'text';
  if (isNumeric(field.type)) return 'number';
  return field.type.kind === 'Boolean' ? 'boolean' : 'text';
}

/** @throws HogQLError for a filter that cannot be applied to rows of the scope */
export function targetOf(
  filter: PropertyFilter,
  type: string,
  context: FilterContext,
): FilterTarget {
  const { scope, table, ast } = context;
  const paths = PATHS[scope];
  const path = Object.hasOwn(paths, type) ? paths[type] : undefined;
  if (path === undefined) {
    const known = Object.values(PATHS).some((some) => Object.hasOwn(some, type));
    throw new HogQLError(
      'hogql_not_implemented',
      known
        ? `Property filters of type '${type}' cannot be applied to ${scope}s`
        : `Property filters of type '${type}' are not supported yet`,
    );
  }
  const { key } = filter;
  if ((typeof key !== 'string' && typeof key !== 'number') || key === '') {
    throw new HogQLError('hogql_query_error', 'A property filter needs a key');
  }
  const name = String(key);
  return {
    expr: ast.field(table, ...path(name, filter)),
    comparedAs: columnComparedAs(type, name),
  };
}
