import type { SqlExpr } from '../../clickhouse-sql/nodes';

/**
 * Replaces the columns in an expression by the expressions they are computed from; null when it uses other columns,
 * or is more than functions of columns and constants.
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
