import { call, column, selectFrom, text } from '../../clickhouse-sql/build';
import type { SqlColumn, SqlExpr } from '../../clickhouse-sql/nodes';
import { isNumeric } from '../../types/value-type';
import type { ValueType } from '../../types/value-type';
import type { Typed } from '../scope/typed';

/** The alias of the sub-query whose rows are converted. */
const ROWS = 'members';

/** The engine type that both sides of a comparison of numbers get; null if they have it or are no numbers. */
function commonNumber(left: ValueType, right: ValueType): string | null {
  if (!isNumeric(left) || !isNumeric(right)) return null;
  if (left.kind === 'Integer' && right.kind === 'Integer') return 'Int128';
  return left.kind === right.kind ? null : 'Float64';
}

function cast(sql: SqlExpr, type: string | null): SqlExpr {
  return type === null ? sql : call('accurateCastOrNull', sql, text(type));
}

/**
 * The two sides of `value IN (SELECT ...)` as the engine can compare them. It would convert the value to the type of
 * the set, and fail for a number that does not fit; and where an index supports the value, it would fail for a NULL in
 * the set. So numbers get a common type, and rows are left out whose NULL no value can equal.
 */
export function matchedSet(value: Typed, set: Typed): { value: SqlExpr; set: SqlExpr } {
  const { rows } = set;
  const same = { value: value.sql, set: set.sql };
  if (rows === undefined) return same;
  const isTuple = value.items !== undefined && rows.columns.length > 1;
  const tested = isTuple ? value.items : [value];
  if (tested.length !== rows.columns.length) return same;
  const pairs = rows.columns.map(({ name, type }, at) => {
    const left = tested[at] ?? value;
    const member = column(ROWS, name);
    const number = commonNumber(left.type, type);
    return { left, name, member, number, mayBeNull: type.nullable && !left.type.nullable };
  });
  if (pairs.every(({ number, mayBeNull }) => number === null && !mayBeNull)) return same;
  const values = pairs.map(({ left, number }) => cast(left.sql, number));
  const columns = pairs.map(({ name, member, number }): SqlColumn => ({
    name,
    expr: cast(member, number),
  }));
  const present = pairs
    .filter(({ mayBeNull }) => mayBeNull)
    .map(({ member }) => call('isNotNull', member));
  const [where = null] = present.length > 1 ? [call('and', ...present)] : present;
  const from = { source: rows.query, alias: ROWS, joins: [] };
  return {
    value: isTuple ? call('tuple', ...values) : (values[0] ?? value.sql),
    set: { kind: 'subquery', query: { ...selectFrom(from, columns), where } },
  };
}
