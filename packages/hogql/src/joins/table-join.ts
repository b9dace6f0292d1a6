import type { Statement } from '../ast';

/** A path to a value of a table: a column, or a key inside a property bag. */
export type JoinKey = readonly (string | number)[];

/** A join of the project's own: a name on one table that leads to the rows of another with the same key. */
export interface TableJoin {
  /** What the other table is called on the first: `source.name.column`. */
  readonly name: string;
  readonly source: string;
  readonly sourceKey: JoinKey;
  readonly joining: string;
  readonly joiningKey: JoinKey;
  /** What `joining` means where that is a saved view. */
  readonly view: Statement | null;
}
