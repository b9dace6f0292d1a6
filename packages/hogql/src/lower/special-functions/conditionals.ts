import { HogQLError } from '../../errors';
import { call } from '../../sql/build';
import { typeOf } from '../../types/value-type';
import type { ValueType } from '../../types/value-type';
import { conditionOperand } from '../casts';
import { anyNullable, typed } from '../typed';
import type { Typed } from '../typed';
import { special } from './special';
import type { SpecialFunction } from './special';

/** The type all branches share, NULL literals aside. */
function commonType(values: readonly Typed[]): ValueType {
  const kinds = new Set(values.map((value) => value.type.kind).filter((kind) => kind !== 'Null'));
  const [kind] = kinds;
  return typeOf(kinds.size === 1 && kind !== undefined ? kind : 'Unknown', anyNullable(values));
}

function apply(engine: string, args: readonly Typed[], type: ValueType): Typed {
  return typed(call(engine, ...args.map((item) => item.sql)), type);
}

/** Conditions stand before their branches; the last argument is the branch for everything else. */
function withConditions(args: readonly Typed[]): Typed[] {
  return args.map((item, i) =>
    i % 2 === 0 && i < args.length - 1 ? conditionOperand(item) : item,
  );
}

/** Null only when every alternative can be. */
function firstPresent(engine: string) {
  return (args: readonly Typed[]): Typed => {
    const { kind } = commonType(args);
    return apply(
      engine,
      args,
      typeOf(
        kind,
        args.every((item) => item.type.nullable),
      ),
    );
  };
}

export const conditionals: readonly SpecialFunction[] = [
  special(
    'if',
    [3, 3],
    (args) => apply('if', withConditions(args), commonType(args.slice(1))),
    true,
  ),
  special('multiIf', [3, Infinity], (args, { node }) => {
    if (args.length % 2 === 0) {
      throw new HogQLError(
        'hogql_query_error',
        "Function 'multiIf' expects an odd number of arguments",
        node,
      );
    }
    const branches = args.filter((_, index) => index % 2 === 1 || index === args.length - 1);
    return apply('multiIf', withConditions(args), commonType(branches));
  }),
  special('coalesce', [1, Infinity], firstPresent('coalesce'), true),
  special('ifNull', [2, 2], firstPresent('ifNull'), true),
  special('transform', [3, 4], (args) => apply('transform', args, typeOf('Unknown'))),
  ...['least', 'greatest'].map((name) =>
    special(name, [2, Infinity], (args) => apply(name, args, commonType(args)), true),
  ),
];
