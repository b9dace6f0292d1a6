import { call, number } from '../../clickhouse-sql/build';
import { typeOf } from '../../types/value-type';
import { conditionOperand } from './casts';
import type { Typed } from '../scope/typed';
import { anyNullable, typed } from '../scope/typed';

function truth(value: Typed): boolean | null {
  if (value.sql.kind === 'number') return value.sql.value !== 0;
  return value.sql.kind === 'boolean' ? value.sql.value : null;
}

function literal(value: boolean): Typed {
  return typed(number(value ? 1 : 0), typeOf('Boolean'));
}

/** AND or OR over any number of conditions; constant conditions are simplified. */
export function combine(operator: 'and' | 'or', given: readonly Typed[]): Typed {
  const values = given.map(conditionOperand);
  const deciding = operator === 'or';
  if (values.some((value) => truth(value) === deciding)) return literal(deciding);
  const open = values.filter((value) => truth(value) === null);
  const [only] = open;
  if (only === undefined) return literal(!deciding);
  if (open.length === 1) return only;
  return typed(
    call(operator, ...open.map((value) => value.sql)),
    typeOf('Boolean', anyNullable(open)),
  );
}

export function negate(given: Typed): Typed {
  const value = conditionOperand(given);
  const known = truth(value);
  if (known !== null) return literal(!known);
  return typed(call('not', value.sql), typeOf('Boolean', value.type.nullable));
}
