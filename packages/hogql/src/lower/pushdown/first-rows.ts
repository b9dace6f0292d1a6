import type { SelectQuery } from '../../syntax/ast';
import { regroups, seesOtherRows } from '../../analysis/regroups';
import type { SelectScope } from '../scope/select-scope';
import type { SqlExpr, SqlOrder, SqlSelect } from '../../clickhouse-sql/nodes';
import type { OutputColumn } from '../scope/lowered-query';

/** More rows than this are sorted once, behind the joins. */
const MOST_ROWS = 10_000;

type LoweredClauses = Pick<SqlSelect, 'where' | 'orderBy' | 'limit' | 'offset'> & {
  readonly columns: readonly OutputColumn[];
};

/**
 * Marks the one table of a plain SELECT when only its first rows are wanted: it can look for them before it joins
 * persons, groups or sessions to every event, and before it reads columns that the order does not need.
 *
 * @returns whether the table takes the conditions with it, so that they need not be checked again
 */
export function takesFirstRows(
  node: SelectQuery,
  { columns, where, limit, offset, ...clauses }: LoweredClauses,
  scope: SelectScope,
): boolean {
  const [table, ...others] = scope.tables;
  if (table?.reader.takeFirst === undefined || others.length > 0) return false;
  const orderBy = clauses.orderBy.map((order) => ({ ...order, expr: unnumbered(order, columns) }));
  if (limit === null || orderBy.length === 0 || regroups(node)) return false;
  if (seesOtherRows(scope.ctes.columns())) return false;
  const count = limit + (offset ?? 0);
  if (limit < 1 || count > MOST_ROWS) return false;
  // Filled rows are none of the table's.
  if (orderBy.some(({ fill }) => (fill ?? null) !== null)) return false;
  return table.reader.takeFirst({ alias: table.sqlAlias, where, orderBy, count });
}

/** `ORDER BY 2` is the second column of the statement; the table has others. */
function unnumbered({ expr }: SqlOrder, columns: readonly OutputColumn[]): SqlExpr {
  return expr.kind === 'number' ? (columns[Number(expr.value) - 1]?.value.sql ?? expr) : expr;
}
