import type { JoinExpr } from '../../syntax/ast';
import type { ScopeTable } from '../scope/select-scope';
import type { SqlCall, SqlExpr } from '../../clickhouse-sql/nodes';

/** Whether the expression is the same for every row. */
export function isConstantSql(expr: SqlExpr): boolean {
  switch (expr.kind) {
    case 'number':
    case 'text':
    case 'boolean':
    case 'null':
      return true;
    case 'call':
      return expr.args.every(isConstantSql);
    default:
      return false;
  }
}

/** The conditions that every row of a SELECT fulfils. */
export function conjuncts(where: SqlExpr | null): readonly SqlCall[] {
  if (where?.kind !== 'call') return [];
  if (where.name === 'and') return where.args.flatMap(conjuncts);
  // The null-safe form of a comparison: NULL counts as false.
  const [inner, otherwise] = where.args;
  if (where.name === 'ifNull' && inner !== undefined && otherwise?.kind === 'number') {
    return otherwise.value === 0 ? conjuncts(inner) : [];
  }
  return [where];
}

/** For each table of a FROM, in order: whether an outer join may fill its row with defaults. */
function optionalTables(first: JoinExpr | null): boolean[] {
  const optional: boolean[] = [];
  for (let node = first; node !== null; node = node.nextJoin) {
    const type = node.joinType ?? '';
    if (/^(?:RIGHT|FULL)/.test(type)) optional.fill(true);
    optional.push(...tablesOf(node, /^(?:LEFT|FULL)/.test(type)));
  }
  return optional;
}

/** The tables of a join; a parenthesised group is read as a sub-select without known columns. */
function tablesOf({ table }: JoinExpr, optional: boolean): boolean[] {
  return table.type === 'JoinGroup' ? optionalTables(table.first).map(() => true) : [optional];
}

/**
 * The aliases in SQL of the tables whose scans may leave out rows that the WHERE drops: those whose rows no outer
 * join can replace by defaults.
 */
export function narrowableTables(
  tables: readonly ScopeTable[],
  from: JoinExpr | null,
): ReadonlyMap<string, ScopeTable> {
  const optional = optionalTables(from);
  const narrowable = tables.filter((_, index) => optional[index] === false);
  return new Map(narrowable.map((table) => [table.sqlAlias, table]));
}
