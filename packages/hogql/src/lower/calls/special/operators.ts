import type { ArithmeticOp } from '../../../syntax/ast';
import { call, text } from '../../../clickhouse-sql/build';
import { typeOf } from '../../../types/value-type';
import { arithmetic } from '../../operators/arithmetic';
import { toText } from '../../operators/casts';
import { compare } from '../../operators/comparison';
import type { ScalarCompareOp } from '../../operators/comparison-operators';
import { combine, negate } from '../../operators/logic';
import { inList, inSet } from '../../operators/membership';
import { anyNullable, typed } from '../../scope/typed';
import type { Typed } from '../../scope/typed';
import { arg, special } from './special';
import type { SpecialCall, SpecialFunction } from './special';

const COMPARISONS: Readonly<Record<string, ScalarCompareOp>> = {
  equals: '==',
  notEquals: '!=',
  less: '<',
  greater: '>',
  lessOrEquals: '<=',
  greaterOrEquals: '>=',
  like: 'like',
  notLike: 'not like',
  ilike: 'ilike',
  notILike: 'not ilike',
};

const ARITHMETIC: Readonly<Record<string, ArithmeticOp>> = {
  plus: '+',
  minus: '-',
  multiply: '*',
  divide: '/',
  modulo: '%',
};

function optionsOf({ env }: SpecialCall): { zone: string; nullSafe: boolean } {
  return { zone: env.context.zone, nullSafe: !env.inJoin };
}

function membership(negated: boolean) {
  return (args: readonly Typed[], context: SpecialCall): Typed => {
    const [left, right] = [arg(args, 0), arg(args, 1)];
    return right.items === undefined
      ? inSet(negated, left, right, optionsOf(context))
      : inList(negated, left, right.items, optionsOf(context));
  };
}

/** NULL counts as empty text. */
function concatPart(value: Typed): Typed['sql'] {
  const part = toText(value).sql;
  return value.type.nullable ? call('ifNull', part, text('')) : part;
}

/** The operators as functions, compiled exactly like the operators. */
export const operators: readonly SpecialFunction[] = [
  ...Object.entries(COMPARISONS).map(([name, op]) =>
    special(name, [2, 2], (args, context) =>
      compare(op, arg(args, 0), arg(args, 1), optionsOf(context)),
    ),
  ),
  ...Object.entries(ARITHMETIC).map(([name, op]) =>
    special(name, [2, 2], (args) => arithmetic(op, arg(args, 0), arg(args, 1))),
  ),
  special('in', [2, 2], membership(false)),
  special('notIn', [2, 2], membership(true)),
  special('and', [2, Infinity], (args) => combine('and', args)),
  special('or', [2, Infinity], (args) => combine('or', args)),
  special('xor', [2, Infinity], (args) =>
    typed(call('xor', ...args.map((item) => item.sql)), typeOf('Boolean', anyNullable(args))),
  ),
  special('not', [1, 1], (args) => negate(arg(args, 0)), true),
  special(
    'concat',
    [1, Infinity],
    (args) => typed(call('concat', ...args.map(concatPart)), typeOf('String')),
    true,
  ),
];
