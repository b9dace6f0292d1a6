import { call, number } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import { ORDERING } from './comparison-operators';
import type { ComparisonSide, ScalarCompareOp } from './comparison-operators';

const NEGATIVE: ReadonlySet<string> = new Set(['!=', 'not like', 'not ilike', '!~', '!~*']);

const FALSE = number(0);
const TRUE = number(1);

/**
 * Makes a comparison return true or false when a side is NULL (`docs/wire/hogql.md#null-comparison`): NULL equals
 * NULL, NULL differs from every other value, and nothing is smaller or greater than NULL.
 */
export function nullSafe(
  op: ScalarCompareOp,
  sql: SqlExpr,
  left: ComparisonSide,
  right: ComparisonSide,
): SqlExpr {
  const negative = NEGATIVE.has(op);
  if (left.isNull || right.isNull) return againstNull(op, negative, left, right);
  if (!left.nullable && !right.nullable) return sql;
  if (ORDERING.has(op)) return call('ifNull', sql, FALSE);
  if (left.constant || right.constant) return call('ifNull', sql, negative ? TRUE : FALSE);
  if (!left.nullable || !right.nullable) return call('ifNull', sql, negative ? TRUE : FALSE);
  return negative
    ? call('ifNull', sql, call('or', call('isNotNull', left.sql), call('isNotNull', right.sql)))
    : call('ifNull', sql, call('and', call('isNull', left.sql), call('isNull', right.sql)));
}

function againstNull(
  op: ScalarCompareOp,
  negative: boolean,
  left: ComparisonSide,
  right: ComparisonSide,
): SqlExpr {
  if (ORDERING.has(op)) return FALSE;
  const other = left.isNull ? right : left;
  if (other.constant) return other.isNull !== negative ? TRUE : FALSE;
  return call(negative ? 'isNotNull' : 'isNull', other.sql);
}
