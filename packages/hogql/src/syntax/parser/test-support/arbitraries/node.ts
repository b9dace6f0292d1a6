import * as fc from 'fast-check';
import type * as ast from '../../../ast';

/** Trees that the parser can produce, with positions of 0: compare them without positions. */
export const AT = { start: 0, end: 0 } as const;

/**
 * What trees are made of, before it is made: a type, not an interface, for only that is a record to
 * `letrec`. What stands in several places is here too, for one arbitrary bounds its own depth.
 */
export type Nodes = {
  expr: ast.Expr;
  statement: ast.Statement;
  order: ast.OrderExpr;
  window: ast.WindowExpr;
};

export type Tie = fc.LetrecTypedTie<Nodes>;

export const node = <T>(
  type: string,
  fields: { [K in keyof T]: fc.Arbitrary<T[K]> },
): fc.Arbitrary<T> => fc.record(fields as never).map((record) => ({ type, ...record, ...AT }) as T);

export const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(arbitrary, { freq: 2 });

/** There once in six times. */
export function seldom<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

export function exprs(tie: Tie, minLength: number): fc.Arbitrary<ast.Expr[]> {
  return fc.array(tie('expr'), { minLength, maxLength: 3 });
}
