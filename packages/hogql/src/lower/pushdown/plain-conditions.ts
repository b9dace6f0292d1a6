import type { JoinExpr } from '../../syntax/ast';
import type { ScopeTable } from '../scope/select-scope';
import { call } from '../../clickhouse-sql/build';
import type { SqlCall, SqlExpr } from '../../clickhouse-sql/nodes';
import { isConstantSql, narrowableTables } from './conjuncts';

/** Comparisons that fail for no value, so that they reveal nothing about rows that the guard excludes. */
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
 * Moves conditions that compare a plain column with a constant to the scan of its table. They are printed beside the
 * guard in PREWHERE: the engine checks them first, and reads other columns only for the remaining rows. The engine
 * does this itself only for statements without PREWHERE. If a condition combines them with others by OR, the scan
 * gets the part that follows from it: `a AND x OR b AND y` gives `a OR b`, and the whole condition stays in the
 * SELECT.
 *
 * @returns the conditions that remain in the SELECT
 */
export function pushPlainConditions(
  where: SqlExpr | null,
  tables: readonly ScopeTable[],
  from: JoinExpr | null,
): SqlExpr | null {
  const narrowable = [...narrowableTables(tables, from)];
  const isLeft = (part: SqlExpr): boolean => {
    const isTaken = narrowable.map(([alias, { reader }]) => {
      const implied = impliedBy(
        part,
        ({ table, name }) => table === alias && reader.isPlain?.(name) === true,
      );
      if (implied === null) return false;
      const taken = parts(implied.expr).map((condition) =>
        reader.takeCondition?.({ alias, condition }),
      );
      return taken.every((one) => one === true) && implied.isWhole;
    });
    return !isTaken.includes(true);
  };
  const left = parts(where).filter(isLeft);
  const [first] = left;
  return left.length > 1 ? call('and', ...left) : (first ?? null);
}

function parts(where: SqlExpr | null): readonly SqlExpr[] {
  if (where === null) return [];
  return where.kind === 'call' && where.name === 'and' ? where.args.flatMap(parts) : [where];
}

type Column = SqlExpr & { readonly kind: 'column' };

interface Implied {
  readonly expr: SqlExpr;
  /** Whether it covers the whole condition. */
  readonly isWhole: boolean;
}

/**
 * The part of a condition that depends on plain columns alone; null if there is none. Each row that fulfils the
 * condition fulfils this part.
 */
function impliedBy(condition: SqlExpr, isPlain: (column: Column) => boolean): Implied | null {
  if (condition.kind !== 'call') return null;
  const { name, args } = condition;
  const [inner, otherwise] = args;
  if (name === 'ifNull' && otherwise?.kind === 'number' && otherwise.value === 0) {
    return inner === undefined ? null : impliedBy(inner, isPlain);
  }
  if (name !== 'and' && name !== 'or') {
    const column = comparedColumn(condition);
    return column !== null && isPlain(column) ? { expr: condition, isWhole: true } : null;
  }
  const implied = args.map((arg) => impliedBy(arg, isPlain));
  const found = implied.filter((one) => one !== null);
  const isComplete = found.length === implied.length;
  if (found.length === 0 || (name === 'or' && !isComplete)) return null;
  const isWhole = isComplete && found.every((one) => one.isWhole);
  const exprs = found.map(({ expr }) => expr);
  return { expr: name === 'and' ? combined('and', exprs) : eitherOf(exprs), isWhole };
}

/** `a AND x OR a AND y` as `a AND (x OR y)`: the series of an insight share most of their conditions. */
function eitherOf(branches: readonly SqlExpr[]): SqlExpr {
  const [first = [], ...others] = branches.map(
    (branch) => new Map(parts(branch).map((part) => [JSON.stringify(part), part])),
  );
  const common = [...first].filter(([key]) => others.every((branch) => branch.has(key)));
  const keys = new Set(common.map(([key]) => key));
  const rests = [new Map(first), ...others].map((branch) =>
    [...branch].flatMap(([key, part]) => (keys.has(key) ? [] : [part])),
  );
  const shared = common.map(([, part]) => part);
  // A branch without further conditions is true wherever the common part is.
  if (rests.some((rest) => rest.length === 0)) return combined('and', shared);
  const choice = combined(
    'or',
    rests.map((rest) => combined('and', rest)),
  );
  return combined('and', [...shared, choice]);
}

/** Combines expressions without duplicates; a single expression stays unchanged. */
function combined(name: 'and' | 'or', exprs: readonly SqlExpr[]): SqlExpr {
  const [first, ...others] = new Map(exprs.map((expr) => [JSON.stringify(expr), expr])).values();
  if (first === undefined) throw new Error(`${name} without an operand`);
  return others.length === 0 ? first : call(name, first, ...others);
}

/** The column that is compared with a constant. */
function comparedColumn({ name, args }: SqlCall): Column | null {
  const [left, right] = args;
  if (!COMPARISONS.has(name) || left === undefined || right === undefined) return null;
  if (left.kind === 'column' && isConstantSql(right)) return left;
  return right.kind === 'column' && isConstantSql(left) ? right : null;
}
