import type { Statement } from '../syntax/ast';
import type { Fields, TableDefinition } from './definitions/table-definition';

/** A path to a value of a table: a column, or a key inside a property bag. */
export type JoinKey = readonly (string | number)[];

/** A join that the project defines: a name on one table that leads to the rows of another with the same key. */
export interface TableJoin {
  /** The name by which the first table refers to the other one: `source.name.column`. */
  readonly name: string;
  readonly source: string;
  readonly sourceKey: JoinKey;
  readonly joining: string;
  readonly joiningKey: JoinKey;
  /** The statement of `joining` if that is a saved view. */
  readonly view: Statement | null;
}

/** A join as seen from one table. */
export interface Link {
  /** The path of the join: its name, after the lazy tables that lead to its source. */
  readonly path: readonly string[];
  /** The key on this side, as a path of this table. */
  readonly left: JoinKey;
  readonly join: TableJoin;
}

/** The greatest depth of nested lazy tables: `pdi.person`. */
const MAX_DEPTH = 2;

/**
 * The joins that statements can reach from a table: those of the table itself, and those of tables that it joins
 * lazily (`events.person.my_join`).
 *
 * @param definition undefined for a table that is not in the catalogue: a saved view
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
    // The person as stored on the event: a virtual table instead of a joined one.
    return name === 'person' && field.kind === 'virtual'
      ? [{ table: 'persons', prefix: here }]
      : [];
  });
}
