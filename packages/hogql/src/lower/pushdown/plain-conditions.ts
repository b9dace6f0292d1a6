import type { JoinExpr } from '../../syntax/ast';
import type { ScopeTable } from '../scope/select-scope';
import { call } from '../../clickhouse-sql/build';
import type { SqlCall, SqlExpr } from '../../clickhouse-sql/nodes';
import { conjuncts, isConstantSql, narrowableTables } from './conjuncts';

/** They fail over no value, whatever it is: nothing can be learned by them of rows behind the guard. */
const COMPARISONS: ReadonlySet<string> = new Set([
  'equals',
  'notEquals',
  'less',
  'lessOrEquals',
  'greater',
  'greaterOrEquals',
  'in',
  'notIn',
]);

/**
 * Hands conditions that compare a plain column with a constant to the scan of its table. There they stand beside
 * the guard in PREWHERE: the engine looks at them first, and reads other columns of the rows that are left. It finds
 * such conditions by itself only where no PREWHERE is written.
 *
 * @returns what is left to the SELECT
 */
export function pushPlainConditions(
  where: SqlExpr | null,
  tables: readonly ScopeTable[],
  from: JoinExpr | null,
): SqlExpr | null {
  const narrowable = narrowableTables(tables, from);
  const isLeft = (part: SqlExpr): boolean => {
    const [condition, ...others] = conjuncts(part);
    if (condition === undefined || others.length > 0) return true;
    const alias = comparedColumn(condition)?.table ?? null;
    if (alias === null) return true;
    const { reader } = narrowable.get(alias) ?? {};
    return reader?.takeCondition?.({ alias, condition }) !== true;
  };
  const left = parts(where).filter(isLeft);
  const [first] = left;
  return left.length > 1 ? call('and', ...left) : (first ?? null);
}

function parts(where: SqlExpr | null): readonly SqlExpr[] {
  if (where === null) return [];
  return where.kind === 'call' && where.name === 'and' ? where.args.flatMap(parts) : [where];
}

/** The column that is compared with a constant. */
function comparedColumn({ name, args }: SqlCall): (SqlExpr & { kind: 'column' }) | null {
  const [left, right] = args;
  if (!COMPARISONS.has(name) || left === undefined || right === undefined) return null;
  if (left.kind === 'column' && isConstantSql(right)) return left;
  return right.kind === 'column' && isConstantSql(left) ? right : null;
}
