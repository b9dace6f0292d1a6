import type { JoinExpr } from '../../syntax/ast';
import type { ScopeTable } from '../scope/select-scope';
import type { TimeBound } from '../scope/table-reader';
import type { SqlCall, SqlExpr } from '../../clickhouse-sql/nodes';
import { conjuncts, isConstantSql, narrowableTables } from './conjuncts';
import { truncationOf } from './truncations';

type Side = TimeBound['side'];

const COMPARISONS: Readonly<Record<string, readonly Side[]>> = {
  greater: ['from'],
  greaterOrEquals: ['from'],
  less: ['to'],
  lessOrEquals: ['to'],
  equals: ['from', 'to'],
};

const OPPOSITE: Readonly<Record<Side, Side>> = { from: 'to', to: 'from' };

/** Functions whose result is a Date or DateTime for all arguments. */
const DATE_TIMES =
  /^(?:toDateTime(?:64)?|parseDateTime(?:64BestEffort)?OrNull|toDate|toTimeZone|toStartOf\w+|toMonday|dateTrunc|(?:add|subtract)(?:Seconds|Minutes|Hours|Days|Weeks|Months|Quarters|Years))$/;

function isTimestamp(expr: SqlExpr): boolean {
  if (expr.kind !== 'call') return false;
  if (DATE_TIMES.test(expr.name)) return true;
  const [first, second] = expr.args;
  if (expr.name !== 'plus' && expr.name !== 'minus') return false;
  const shifts = second?.kind === 'call' && second.name.startsWith('toInterval');
  return shifts && first !== undefined && isTimestamp(first);
}

interface ColumnBehind {
  readonly column: SqlExpr & { kind: 'column' };
  /** The most days that truncation removes; 0 for the column's own time. */
  readonly cut: number;
}

/** The column of a time, also if it is shown in another zone or truncated to its day, week, month … */
function columnBehind(expr: SqlExpr): ColumnBehind | null {
  if (expr.kind === 'column') return { column: expr, cut: 0 };
  const truncation = expr.kind === 'call' ? truncationOf(expr) : null;
  if (truncation === null) return null;
  const behind = columnBehind(truncation.timestamp);
  return behind && { column: behind.column, cut: behind.cut + truncation.days };
}

interface FoundBound extends TimeBound {
  readonly alias: string;
}

function boundsIn(comparison: SqlCall): readonly FoundBound[] {
  const [left, right] = comparison.args;
  const sides = COMPARISONS[comparison.name];
  if (sides === undefined || left === undefined || right === undefined) return [];
  const mirrored = isConstantSql(left);
  const [value, timestamp] = mirrored ? [right, left] : [left, right];
  const behind = columnBehind(value);
  if (behind === null || !isConstantSql(timestamp) || !isTimestamp(timestamp)) return [];
  const { table: alias, name: field } = behind.column;
  if (alias === null) return [];
  return sides.map((given) => {
    const side = mirrored ? OPPOSITE[given] : given;
    return { alias, field, timestamp, side, slackDays: slackDays(behind.cut, side) };
  });
}

/**
 * The days of slack for a bound: a truncated time is earlier than its original, and the zone moves a day by less than
 * one more day.
 */
function slackDays(cut: number, side: Side): number {
  if (cut === 0) return 0;
  return side === 'from' ? 1 : cut + 1;
}

/**
 * Passes the time range of a SELECT's WHERE to its tables, so that their scans can leave out whole partitions. Uses
 * only conditions that every row must fulfil, and only tables whose rows an outer join cannot replace by defaults.
 */
export function pushTimeBounds(
  where: SqlExpr | null,
  tables: readonly ScopeTable[],
  from: JoinExpr | null,
): void {
  const narrowable = narrowableTables(tables, from);
  for (const { alias, ...bound } of conjuncts(where).flatMap(boundsIn)) {
    narrowable.get(alias)?.reader.narrow?.(bound);
  }
}
