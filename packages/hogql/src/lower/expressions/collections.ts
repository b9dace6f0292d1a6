import type { ArraySlice, Dict, Expr } from '../../syntax/ast';
import { call, number, text } from '../../clickhouse-sql/build';
import { typeOf } from '../../types/value-type';
import type { Environment } from '../scope/environment';
import type { Typed } from '../scope/typed';
import { typed } from '../scope/typed';

/** `[a, b]` and `(a, b)`. */
export function lowerItems(
  kind: 'Array' | 'Tuple',
  exprs: readonly Expr[],
  env: Environment,
): Typed {
  const items = exprs.map((item) => env.lower(item));
  const sql = call(kind === 'Array' ? 'array' : 'tuple', ...items.map((item) => item.sql));
  return { sql, type: typeOf(kind), items };
}

/** `a[from:to]`, both ends included. */
export function lowerSlice(node: ArraySlice, env: Environment): Typed {
  const array = env.lower(node.array).sql;
  const from = node.from === null ? number(1) : env.lower(node.from).sql;
  if (node.to === null) return typed(call('arraySlice', array, from), typeOf('Array'));
  const to = env.lower(node.to).sql;
  const length = call('plus', call('minus', to, from), number(1));
  return typed(call('arraySlice', array, from, length), typeOf('Array'));
}

/** `{'a': 1}`: a tuple with the tags by which clients recognise an object. */
export function lowerDict(node: Dict, env: Environment): Typed {
  const pairs = node.items.flat().map((item) => env.lower(item).sql);
  return typed(call('tuple', text('__hx_tag'), text('__hx_obj'), ...pairs), typeOf('Tuple'));
}
