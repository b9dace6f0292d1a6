import type { JoinExpr } from '../ast';
import type { ScopeTable } from '../resolve/select-scope';
import type { TimeBound } from '../resolve/time-bound';
import type { SqlCall, SqlExpr } from '../sql/nodes';

type Side = TimeBound['side'];

const COMPARISONS: Readonly<Record<string, readonly Side[]>> = {
  greater: ['from'],
  greaterOrEquals: ['from'],
  less: ['to'],
  lessOrEquals: ['to'],
  equals: ['from', 'to'],
};

const OPPOSITE: Readonly<Record<Side, Side>> = { from: 'to', to: 'from' };

/** Functions whose result is a Date or DateTime whatever they are given. */
const MOMENTS =
  /^(?:toDateTime(?:64)?|parseDateTime(?:64BestEffort)?OrNull|toDate|toTimeZone|toStartOf\w+|toMonday|dateTrunc|(?:add|subtract)(?:Seconds|Minutes|Hours|Days|Weeks|Months|Quarters|Years))$/;

function isConstant(expr: SqlExpr): boolean {
  switch (expr.kind) {
    case 'number':
    case 'text':
    case 'boolean':
    case 'null':
      return true;
    case 'call':
      return expr.args.every(isConstant);
    default:
      return false;
  }
}

function isMoment(expr: SqlExpr): boolean {
  if (expr.kind !== 'call') return false;
  if (MOMENTS.test(expr.name)) return true;
  const [first, second] = expr.args;
  if (expr.name !== 'plus' && expr.name !== 'minus') return false;
  const shifts = second?.kind === 'call' && second.name.startsWith('toInterval');
  return shifts && first !== undefined && isMoment(first);
}

const SAME_DAY: ReadonlySet<string> = new Set([
  'toTimeZone',
  'toDateTime',
  'toDateTime64',
  'toDate',
  'toStartOfDay',
]);

/** The column behind a moment, also where it is shown in another zone or cut to its day. */
function columnBehind(expr: SqlExpr): (SqlExpr & { kind: 'column' }) | null {
  if (expr.kind === 'column') return expr;
  const [first] = expr.kind === 'call' ? expr.args : [];
  const keepsDay = expr.kind === 'call' && SAME_DAY.has(expr.name);
  return keepsDay && first !== undefined ? columnBehind(first) : null;
}

function conjuncts(where: SqlExpr): readonly SqlCall[] {
  if (where.kind !== 'call') return [];
  if (where.name === 'and') return where.args.flatMap(conjuncts);
  // The null-safe form of a comparison: what is NULL is false.
  const [inner, otherwise] = where.args;
  if (where.name === 'ifNull' && inner !== undefined && otherwise?.kind === 'number') {
    return otherwise.value === 0 ? conjuncts(inner) : [];
  }
  return [where];
}

interface FoundBound extends TimeBound {
  readonly alias: string;
}

function boundsIn(comparison: SqlCall): readonly FoundBound[] {
  const [left, right] = comparison.args;
  const sides = COMPARISONS[comparison.name];
  if (sides === undefined || left === undefined || right === undefined) return [];
  const mirrored = isConstant(left);
  const [value, moment] = mirrored ? [right, left] : [left, right];
  const column = columnBehind(value);
  if (column === null || !isConstant(moment) || !isMoment(moment)) return [];
  const { table: alias, name: field } = column;
  if (alias === null) return [];
  return sides.map((side) => ({ alias, field, moment, side: mirrored ? OPPOSITE[side] : side }));
}

/** For each table of a FROM, in order: whether an outer join may fill its row with defaults. */
function optionalTables(first: JoinExpr | null): boolean[] {
  const optional: boolean[] = [];
  for (let node = first; node !== null; node = node.nextJoin) {
    const type = node.joinType ?? '';
    if (/^(?:RIGHT|FULL)/.test(type)) optional.fill(true);
    optional.push(/^(?:LEFT|FULL)/.test(type));
  }
  return optional;
}

/**
 * Tells the tables of a SELECT which moments its WHERE is confined to, so that their scans can leave out
 * whole partitions. Only what every row must fulfil counts, and only for tables whose rows an outer join
 * cannot replace by defaults.
 */
export function pushTimeBounds(
  where: SqlExpr | null,
  tables: readonly ScopeTable[],
  from: JoinExpr | null,
): void {
  if (where === null) return;
  const optional = optionalTables(from);
  for (const bound of conjuncts(where).flatMap(boundsIn)) {
    const index = tables.findIndex((table) => table.sqlAlias === bound.alias);
    if (index !== -1 && optional[index] === false) tables[index]?.reader.narrow?.(bound);
  }
}
