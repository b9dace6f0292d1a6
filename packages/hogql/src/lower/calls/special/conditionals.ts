import { HogQLError } from '../../../syntax/errors';
import { call } from '../../../clickhouse-sql/build';
import { typeOf } from '../../../types/value-type';
import type { ValueType } from '../../../types/value-type';
import { conditionOperand } from '../../operators/casts';
import { unify } from '../../operators/declared';
import { anyNullable, typed } from '../../scope/typed';
import type { Typed } from '../../scope/typed';
import { special } from './special';
import type { SpecialFunction } from './special';

/** The type that all branches share; NULL literals are ignored. */
function commonType(values: readonly Typed[]): ValueType {
  const kinds = new Set(values.map((value) => value.type.kind).filter((kind) => kind !== 'Null'));
  const [kind] = kinds;
  return typeOf(kinds.size === 1 && kind !== undefined ? kind : 'Unknown', anyNullable(values));
}

function apply(engine: string, args: readonly Typed[], type: ValueType): Typed {
  return typed(call(engine, ...args.map((item) => item.sql)), type);
}

/** Each condition precedes its branch; the last argument is the default branch. */
function withConditions(args: readonly Typed[]): Typed[] {
  return args.map((item, i) =>
    i % 2 === 0 && i < args.length - 1 ? conditionOperand(item) : item,
  );
}

/** NULL is possible only if every alternative can be NULL. */
function firstPresent(engine: string) {
  return (given: readonly Typed[]): Typed => {
    const args = unify(given);
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
    ([condition, ...branches]) => {
      const values = unify(branches);
      const all = condition === undefined ? values : [condition, ...values];
      return apply('if', withConditions(all), commonType(values));
    },
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
    const isBranch = (index: number): boolean => index % 2 === 1 || index === args.length - 1;
    const branches = unify(args.filter((_, index) => isBranch(index)));
    let next = 0;
    const all = args.map((arg, index) => (isBranch(index) ? (branches[next++] ?? arg) : arg));
    return apply('multiIf', withConditions(all), commonType(branches));
  }),
  special('coalesce', [1, Infinity], firstPresent('coalesce'), true),
  special('ifNull', [2, 2], firstPresent('ifNull'), true),
  special(
    'nullIf',
    [2, 2],
    (given) => {
      const args = unify(given);
      return apply('nullIf', args, typeOf(args[0]?.type.kind ?? 'Unknown', true));
    },
    true,
  ),
  special('transform', [3, 4], (args) => apply('transform', args, typeOf('Unknown'))),
  ...['least', 'greatest'].map((name) =>
    special(
      name,
      [2, Infinity],
      (given) => {
        const args = unify(given);
        return apply(name, args, commonType(args));
      },
      true,
    ),
  ),
];
