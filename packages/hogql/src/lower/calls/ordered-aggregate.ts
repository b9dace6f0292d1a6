import type { Call, OrderExpr } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import type { AggregateSpec } from '../../functions/declared/spec';
import { call, column, number } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import { typeOf } from '../../types/value-type';
import type { Typed } from '../scope/typed';
import { typed } from '../scope/typed';

/** Aggregations whose result does not depend on the order of the rows. */
const ORDER_FREE: ReadonlySet<string> = new Set(
  'count sum avg min max uniq uniqExact groupUniqArray median stddevPop stddevSamp varPop varSamp'.split(
    ' ',
  ),
);

export function ignoresOrder(spec: AggregateSpec): boolean {
  return ORDER_FREE.has(spec.engine);
}

export interface OrderedParts {
  readonly params: readonly SqlExpr[];
  readonly args: readonly Typed[];
  readonly keys: readonly SqlExpr[];
  readonly filtered: SqlExpr | null;
}

const ROW = 'row__';

/**
 * `f(x ORDER BY y)`, which the engine does not have: an array is sorted by its keys afterwards; the first and last
 * value are those with the least and greatest key.
 */
export function orderedAggregate(
  node: Call,
  spec: AggregateSpec,
  parts: OrderedParts,
  orderBy: readonly OrderExpr[],
): Typed {
  const [value] = parts.args;
  const descending = direction(orderBy);
  // With an order NULLs could come first, so they are always skipped.
  if (value !== undefined && !node.distinct && node.nulls !== 'RESPECT') {
    if (spec.engine === 'groupArray') return sortedArray(value, parts, descending);
    if (spec.engine === 'any') return extreme(value, parts, !descending);
    if (spec.engine === 'anyLast') return extreme(value, parts, descending);
  }
  throw new HogQLError(
    'hogql_not_implemented',
    `ORDER BY inside '${node.name}' is not supported`,
    node,
  );
}

function direction(orderBy: readonly OrderExpr[]): boolean {
  const [first] = orderBy;
  const mixed = orderBy.find(
    ({ order, nulls, collate }) =>
      order !== first?.order || (nulls ?? null) !== null || (collate ?? null) !== null,
  );
  if (mixed !== undefined) {
    throw new HogQLError(
      'hogql_not_implemented',
      'Several directions, NULLS FIRST and COLLATE in the ORDER BY of an aggregation are not supported',
      mixed,
    );
  }
  return first?.order === 'DESC';
}

function keyOf(keys: readonly SqlExpr[]): SqlExpr {
  const [only] = keys;
  return keys.length === 1 && only !== undefined ? only : call('tuple', ...keys);
}

function extreme(value: Typed, { keys, filtered }: OrderedParts, least: boolean): Typed {
  const name = `${least ? 'argMin' : 'argMax'}${filtered === null ? '' : 'If'}`;
  const condition = filtered === null ? [] : [filtered];
  return typed(call(name, value.sql, keyOf(keys), ...condition), value.type);
}

function sortedArray(value: Typed, parts: OrderedParts, descending: boolean): Typed {
  const { keys, filtered, params } = parts;
  const pair = call('tuple', value.sql, keyOf(keys));
  const rows = filtered === null ? call('groupArray', pair) : call('groupArrayIf', pair, filtered);
  const part = (at: number): SqlExpr => call('tupleElement', column(null, ROW), number(at));
  const over = (body: SqlExpr): SqlExpr => ({ kind: 'lambda', args: [ROW], body });
  // groupArray skips NULLs, but a pair of NULL and a key is not NULL.
  const present = value.type.nullable
    ? call('arrayFilter', over(call('isNotNull', part(1))), rows)
    : rows;
  const sorted = call(descending ? 'arrayReverseSort' : 'arraySort', over(part(2)), present);
  const values = call('arrayMap', over(part(1)), sorted);
  const [most] = params;
  return typed(
    most === undefined ? values : call('arraySlice', values, number(1), most),
    typeOf('Array'),
  );
}
