import type { SelectQuery } from '../ast';
import { regroups } from '../compile/regroups';
import type { ScopeTable } from '../resolve/select-scope';
import type { SqlExpr, SqlSelect } from '../sql/nodes';

/** More rows than this are sorted once, behind the joins. */
const MOST_ROWS = 10_000;

/**
 * Tells the one table of a plain SELECT that only its first rows are wanted: it can look for them before it joins
 * persons, groups or sessions to every event, and before it reads columns that the order does not need.
 *
 * @returns whether the table takes the conditions with it, so that nobody need look at them again
 */
export function takesFirstRows(
  node: SelectQuery,
  { where, orderBy, limit, offset }: Pick<SqlSelect, 'where' | 'orderBy' | 'limit' | 'offset'>,
  tables: readonly ScopeTable[],
): boolean {
  const [table, ...others] = tables;
  if (table?.reader.takeFirst === undefined || others.length > 0) return false;
  if (limit === null || orderBy.length === 0 || regroups(node)) return false;
  const count = limit + (offset ?? 0);
  if (limit < 1 || count > MOST_ROWS) return false;
  // Filled rows are none of the table's.
  if (orderBy.some(({ fill }) => (fill ?? null) !== null)) return false;
  return table.reader.takeFirst({ alias: table.sqlAlias, where, orderBy, count });
}

/**
 * An expression over a table's columns as one over what those are made of; null when it uses anything else, or is
 * more than functions of columns and constants.
 */
export function overScan(
  expr: SqlExpr,
  alias: string,
  scanned: ReadonlyMap<string, SqlExpr>,
): SqlExpr | null {
  switch (expr.kind) {
    case 'number':
    case 'boolean':
    case 'null':
    case 'text':
      return expr;
    case 'column':
      return expr.table === alias ? (scanned.get(expr.name) ?? null) : null;
    case 'call': {
      if (expr.distinct || expr.params !== null) return null;
      const args = expr.args.map((arg) => overScan(arg, alias, scanned));
      return args.every((arg) => arg !== null) ? { ...expr, args } : null;
    }
    default:
      return null;
  }
}
