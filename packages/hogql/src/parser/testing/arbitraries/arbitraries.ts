import * as fc from 'fast-check';
import type * as ast from '../../../ast';
import { constant, field } from './leaves';
import type { Nodes } from './node';
import { operand } from './operands';
import { order } from './orders';
import { query, set } from './statements';
import { window } from './windows';

const { expr, statement } = fc.letrec<Nodes>((tie) => ({
  expr: fc.oneof({ depthSize: 'small', withCrossShrink: true }, constant, field, operand(tie)),
  statement: fc.oneof({ depthSize: 'small', withCrossShrink: true }, query(tie), set(tie)),
  order: order(tie),
  window: window(tie),
}));

/** Trees that the parser can produce, with positions of 0: compare them without positions. */
export const arbitraryExpr: fc.Arbitrary<ast.Expr> = expr;
export const arbitraryStatement: fc.Arbitrary<ast.Statement> = statement;
