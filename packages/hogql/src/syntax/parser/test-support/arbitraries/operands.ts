import * as fc from 'fast-check';
import type * as ast from '../../../ast';
import { call } from './calls';
import { columns } from './columns';
import { constant, field } from './leaves';
import { newName } from './names';
import { AT, exprs, node, optional } from './node';
import type { Tie } from './node';
import { tag } from './tags';
import { windowFunction } from './windows';

const ARITHMETIC_OPS = ['+', '-', '*', '/', '%'] as const;
const COMPARE_OPS = [
  ...(['==', '!=', '<', '<=', '>', '>=', 'like', 'not like', 'ilike', 'not ilike'] as const),
  ...(['in', 'not in', 'in cohort', 'not in cohort', '=~', '!~', '=~*', '!~*'] as const),
];

const TYPE_NAMES = ['int', 'nullable(string)', "datetime64(6, 'UTC')", 'double precision', 'int[]'];

export function operand(tie: Tie): fc.Arbitrary<ast.Expr> {
  return fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    constant,
    field,
    call(tie),
    node<ast.ArrayLiteral>('Array', { exprs: exprs(tie, 0) } as never),
    node<ast.Tuple>('Tuple', { exprs: exprs(tie, 1) } as never),
    node<ast.Placeholder>('Placeholder', { expr: tie('expr') } as never),
    tie('statement') as fc.Arbitrary<ast.Expr>,
    node<ast.ArithmeticOperation>('ArithmeticOperation', {
      op: fc.constantFrom(...ARITHMETIC_OPS),
      left: tie('expr'),
      right: tie('expr'),
    } as never),
    node<ast.CompareOperation>('CompareOperation', {
      op: fc.constantFrom(...COMPARE_OPS),
      left: tie('expr'),
      right: tie('expr'),
    } as never),
    node<ast.BetweenExpr>('BetweenExpr', {
      expr: tie('expr'),
      low: tie('expr').filter(({ type }) => type !== 'Lambda'),
      high: tie('expr').filter(({ type }) => type !== 'Lambda'),
      negated: fc.boolean(),
    } as never),
    parts(tie, 'And'),
    parts(tie, 'Or'),
    node<ast.Not>('Not', { expr: tie('expr') } as never),
    node<ast.Alias>('Alias', { alias: newName, expr: tie('expr') } as never),
    node<ast.Lambda>('Lambda', {
      args: fc.array(newName, { maxLength: 3 }),
      expr: tie('expr'),
    } as never),
    node<ast.ArrayAccess>('ArrayAccess', {
      array: tie('expr'),
      property: tie('expr'),
      nullish: fc.boolean(),
    } as never),
    node<ast.TupleAccess>('TupleAccess', {
      tuple: tie('expr'),
      index: fc.nat(1000),
      nullish: fc.boolean(),
    } as never),
    node<ast.TypeCast>('TypeCast', {
      expr: tie('expr'),
      typeName: fc.constantFrom(...TYPE_NAMES),
    } as never),
    node<ast.ArraySlice>('ArraySlice', {
      array: tie('expr'),
      from: optional(tie('expr')),
      to: optional(tie('expr')),
    } as never),
    node<ast.Dict>('Dict', {
      items: fc.array(fc.tuple(tie('expr'), tie('expr')), { maxLength: 2 }),
    } as never),
    node<ast.IsDistinctFrom>('IsDistinctFrom', {
      left: tie('expr'),
      right: tie('expr'),
      negated: fc.boolean(),
    } as never),
    windowFunction(tie),
    node<ast.TryCast>('TryCast', {
      expr: tie('expr'),
      typeName: fc.constantFrom(...TYPE_NAMES),
    } as never),
    tag(tie),
    columns(tie),
  );
}

/** AND inside AND would be merged, so parts of the same type are excluded. */
function parts(tie: Tie, type: 'And' | 'Or'): fc.Arbitrary<ast.Expr> {
  return fc
    .array(
      tie('expr').filter((part) => part.type !== type),
      { minLength: 2, maxLength: 3 },
    )
    .map((list) => ({ type, exprs: list, ...AT }));
}
