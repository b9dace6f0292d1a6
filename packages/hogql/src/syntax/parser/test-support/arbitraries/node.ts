import * as fc from 'fast-check';
import type * as ast from '../../../ast';

/** Trees that the parser can produce, with all positions 0: compare them without positions. */
export const AT = { start: 0, end: 0 } as const;

/**
 * The arbitraries that trees are built of: a type, not an interface, because `letrec` accepts only types as records.
 * Nodes that occur in several places are included, because each arbitrary bounds its own depth.
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

/** Present in one of six cases. */
export function seldom<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

export function exprs(tie: Tie, minLength: number): fc.Arbitrary<ast.Expr[]> {
  return fc.array(tie('expr'), { minLength, maxLength: 3 });
}
