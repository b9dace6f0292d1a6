import type { SelectQuery } from '../../syntax/ast';
import { regroups, seesOtherRows } from '../../analysis/regroups';
import type { SelectScope } from '../scope/select-scope';
import type { SqlExpr, SqlOrder, SqlSelect } from '../../clickhouse-sql/nodes';
import type { OutputColumn } from '../scope/lowered-query';

/** More rows than this are sorted only once, after the joins. */
const MOST_ROWS = 10_000;

type LoweredClauses = Pick<SqlSelect, 'where' | 'orderBy' | 'limit' | 'offset'> & {
  readonly columns: readonly OutputColumn[];
};

/**
 * Marks the one table of a plain SELECT when only its first rows are needed: the table can find them before it joins
 * persons, groups or sessions to every event, and before it reads columns that the order does not need.
 *
 * @returns whether the table takes over the conditions, so that the SELECT need not check them again
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
  // Filled rows are not rows of the table.
  if (orderBy.some(({ fill }) => (fill ?? null) !== null)) return false;
  return table.reader.takeFirst({ alias: table.sqlAlias, where, orderBy, count });
}

/** `ORDER BY 2` means the second column of the statement; the columns of the table are different. */
function unnumbered({ expr }: SqlOrder, columns: readonly OutputColumn[]): SqlExpr {
  return expr.kind === 'number' ? (columns[Number(expr.value) - 1]?.value.sql ?? expr) : expr;
}
