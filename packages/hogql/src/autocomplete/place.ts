import type { PropertyOwner } from '../types/property-type';
import type { DescribedField, DescribedTable } from '../catalogue/describe';
import type { NamedTable } from './question';

export type Tables = ReadonlyMap<string, Pick<DescribedTable, 'fields'>>;

/** What follows a path: fields, or a property bag with the owner of its definitions. */
export type Place =
  | { readonly kind: 'fields'; readonly fields: readonly DescribedField[] }
  | { readonly kind: 'properties'; readonly owner: PropertyOwner };

const NOTHING: Place = { kind: 'fields', fields: [] };

/** The place to which a path of a SELECT leads; an empty path leads to all that the SELECT can read. */
export function placeOf(
  path: readonly string[],
  named: readonly NamedTable[],
  tables: Tables,
): Place {
  const [first, ...rest] = path;
  if (first === undefined) {
    return { kind: 'fields', fields: named.flatMap((table) => fieldsOf(table, tables)) };
  }
  const alias = named.find((table) => table.alias === first);
  if (alias !== undefined) return inside(fieldsOf(alias, tables), alias.table, rest, tables);
  const holder = named.find((table) =>
    fieldsOf(table, tables).some((field) => field.name === first),
  );
  if (holder === undefined) return NOTHING;
  return inside(fieldsOf(holder, tables), holder.table, path, tables);
}

function fieldsOf({ table, columns }: NamedTable, tables: Tables): readonly DescribedField[] {
  if (table === null) {
    return columns.map((name) => ({
      name,
      hogql_value: name,
      type: 'unknown',
      schema_valid: true as const,
    }));
  }
  return Object.values(tables.get(table)?.fields ?? {});
}

const MAX_STEPS = 20;

function inside(
  fields: readonly DescribedField[],
  table: string | null,
  path: readonly string[],
  tables: Tables,
  steps = 0,
): Place {
  const [first, ...rest] = path;
  if (first === undefined) return { kind: 'fields', fields };
  const field = fields.find(({ name }) => name === first);
  if (field === undefined || steps > MAX_STEPS) return NOTHING;
  if (field.type === 'json') return rest.length === 0 ? bag(table, first) : NOTHING;
  if (field.chain !== undefined) {
    return inside(fields, table, [...field.chain, ...rest], tables, steps + 1);
  }
  if (field.type !== 'lazy_table' && field.type !== 'virtual_table') return NOTHING;
  const target = tables.get(field.table ?? '');
  const owner = /^group_\d$/.test(field.name) ? field.name : (field.table ?? null);
  // The fields of a virtual table are those of persons.
  const known = Object.values((target ?? tables.get('persons'))?.fields ?? {});
  const names = new Set(field.fields);
  const inner = known.filter(({ name }) => target !== undefined || names.has(name));
  return inside(inner, owner, rest, tables, steps + 1);
}

const GROUPS = ['group_0', 'group_1', 'group_2', 'group_3', 'group_4'] as const;

/** The place of a property bag, by the owner of its property definitions. */
function bag(table: string | null, field: string): Place {
  if (field !== 'properties') return NOTHING;
  if (table === 'events') return { kind: 'properties', owner: 'event' };
  const group = GROUPS.find((owner) => owner === table);
  if (group !== undefined) return { kind: 'properties', owner: group };
  const isPerson = table === 'persons' || table === 'person' || table === 'poe';
  return isPerson ? { kind: 'properties', owner: 'person' } : NOTHING;
}
