import type { SqlQuery } from '../nodes';
import { GeneratedNames } from './generated-names';
import { Parameters } from './parameters';
import { reject } from './reject';
import { SqlPrinter } from './sql-printer';

export interface PrintedSql {
  readonly sql: string;
  /** Values of the `{pN:String}` parameters. */
  readonly params: Record<string, string>;
  /** The name of a result column in `sql`. */
  readonly nameOf: (column: string) => string;
}

/**
 * Prints a query for ClickHouse. The last check: physical tables, functions, joins and set operators are compared
 * with the allow-lists once more, every string becomes a bound parameter, and every scan has `PREWHERE
 * <table>.team_id = <project>`.
 */
export function printSql(query: SqlQuery, projectId: number): PrintedSql {
  if (!Number.isSafeInteger(projectId)) reject(`the project id ${projectId}`);
  const parameters = new Parameters();
  const names = new GeneratedNames();
  const sql = new SqlPrinter(parameters, names, projectId).query(query);
  return { sql, params: parameters.values(), nameOf: (column) => names.column(column) };
}
