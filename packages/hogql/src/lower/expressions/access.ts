import type { ArrayAccess, TupleAccess } from '../../syntax/ast';
import { call, number } from '../../clickhouse-sql/build';
import { UNKNOWN } from '../../types/value-type';
import type { Environment } from '../scope/environment';
import { stepInto } from './field';
import type { Typed } from '../scope/typed';
import { asValue, typed } from '../scope/typed';

/** `a[1]`, `properties['key']`, `t.1`: constant steps into JSON extend the read, the rest index values. */
export function lowerAccess(node: ArrayAccess | TupleAccess, env: Environment): Typed {
  if (node.type === 'TupleAccess') {
    const tuple = env.lowerOpen(node.tuple);
    if (tuple.property !== undefined) return stepInto(tuple, node.index, node);
    return typed(call('tupleElement', tuple.sql, number(node.index)), UNKNOWN);
  }
  const array = env.lowerOpen(node.array);
  const step = node.property.type === 'Constant' ? node.property.value : null;
  if (array.property !== undefined && (typeof step === 'string' || typeof step === 'number')) {
    return stepInto(array, step, node);
  }
  if (step === 0) return stepInto(array, step, node);
  const index = env.lower(node.property);
  return typed(call('arrayElement', asValue(array).sql, index.sql), UNKNOWN);
}
