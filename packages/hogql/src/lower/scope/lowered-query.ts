import type { SqlExpr, SqlQuery } from '../../clickhouse-sql/nodes';
import type { Typed } from './typed';

export interface OutputColumn {
  /** The name in SQL. */
  readonly name: string;
  /** The name in the response: the alias, or the expression's HogQL text. */
  readonly label: string;
  readonly value: Typed;
}

/** A lowered SELECT or set query, open for more columns until it is built. */
export interface LoweredQuery {
  readonly columns: readonly OutputColumn[];
  /** Adds a column after the visible ones; null where that would change the result (DISTINCT, sets). */
  readonly addColumn: ((name: string, expr: SqlExpr) => void) | null;
  build(): SqlQuery;
}
