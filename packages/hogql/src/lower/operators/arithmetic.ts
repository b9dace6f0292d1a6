import type { ArithmeticOp } from '../../syntax/ast';
import { call } from '../../clickhouse-sql/build';
import { isNumeric, typeOf } from '../../types/value-type';
import type { TypeKind } from '../../types/value-type';
import { numericOperand } from './casts';
import type { Typed } from '../scope/typed';
import { anyNullable, typed } from '../scope/typed';

const FUNCTIONS: Readonly<Record<ArithmeticOp, string>> = {
  '+': 'plus',
  '-': 'minus',
  '*': 'multiply',
  '/': 'divide',
  '%': 'moduloOrZero',
};

function resultKind(op: ArithmeticOp, left: Typed, right: Typed): TypeKind {
  const [a, b] = [left.type.kind, right.type.kind];
  if (a === 'Interval' && b === 'Interval') return 'Interval';
  if (a === 'DateTime' || b === 'DateTime') return a === b ? 'Unknown' : 'DateTime';
  if (a === 'Date' || b === 'Date') return a === b ? 'Integer' : 'Unknown';
  if (op === '/') return 'Float';
  if (!isNumeric(left.type) || !isNumeric(right.type)) return 'Unknown';
  return a === 'Integer' && b === 'Integer' ? 'Integer' : 'Float';
}

/** `left op right`; untyped properties count as numbers, and modulo by zero is 0 instead of an error. */
export function arithmetic(op: ArithmeticOp, left: Typed, right: Typed): Typed {
  const dates = [left, right].some(({ type }) => type.kind === 'DateTime' || type.kind === 'Date');
  const a = dates ? left : numericOperand(left);
  const b = dates ? right : numericOperand(right);
  const kind = resultKind(op, a, b);
  return typed(call(FUNCTIONS[op], a.sql, b.sql), typeOf(kind, anyNullable([a, b])));
}
