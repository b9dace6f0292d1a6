import type { Statement } from '../syntax/ast';
import type { Fields, TableDefinition } from './definitions/table-definition';

/** A path to a value of a table: a column, or a key inside a property bag. */
export type JoinKey = readonly (string | number)[];

/** A join of the project's own: a name on one table that leads to the rows of another with the same key. */
export interface TableJoin {
  /** The name of the other table on the first one: `source.name.column`. */
  readonly name: string;
  readonly source: string;
  readonly sourceKey: JoinKey;
  readonly joining: string;
  readonly joiningKey: JoinKey;
  /** What `joining` means where that is a saved view. */
  readonly view: Statement | null;
}

/** A join as one table sees it. */
export interface Link {
  /** Where it is found: its name, behind the lazy tables that lead to its source. */
  readonly path: readonly string[];
  /** The key on this side, as a path of this table. */
  readonly left: JoinKey;
  readonly join: TableJoin;
}

/** Lazy tables behind lazy tables: `pdi.person`. */
const MAX_DEPTH = 2;

/**
 * The joins that statements reach from a table: those of the table itself, and those of tables that it joins
 * lazily (`events.person.my_join`).
 *
 * @param definition undefined for a table that is not of the catalogue: a saved view
 */
export function linksOf(
  name: string,
  joins: readonly TableJoin[],
  definition: TableDefinition | undefined,
): readonly Link[] {
  const places = [
    { table: name, prefix: [] as readonly string[] },
    ...(definition === undefined ? [] : lazyTables(definition.fields, [])),
  ];
  return places.flatMap(({ table, prefix }) =>
    joins
      .filter(({ source }) => source === table)
      .map((join) => ({
        path: [...prefix, join.name],
        left: [...prefix, ...join.sourceKey],
        join,
      })),
  );
}

interface Place {
  readonly table: string;
  readonly prefix: readonly string[];
}

function lazyTables(fields: Fields, prefix: readonly string[]): readonly Place[] {
  if (prefix.length >= MAX_DEPTH) return [];
  return Object.entries(fields).flatMap(([name, field]): readonly Place[] => {
    const here = [...prefix, name];
    const target =
      field.kind === 'path' && field.to.length === 1 ? fields[field.to[0] ?? ''] : field;
    if (target?.kind === 'join') {
      const nested = field.kind === 'join' ? lazyTables(target.table.fields, here) : [];
      return [{ table: target.table.name, prefix: here }, ...nested];
    }
    // The person as the event has it: a bundle of columns instead of a table.
    return name === 'person' && field.kind === 'virtual'
      ? [{ table: 'persons', prefix: here }]
      : [];
  });
}
