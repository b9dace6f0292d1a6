import * as fc from 'fast-check';
import type * as ast from '../../../ast';
import { constant, field } from './leaves';
import type { Nodes } from './node';
import { operand } from './operands';
import { order } from './orders';
import { query, set } from './statements';
import { window } from './windows';

/** @param depthSize how early recursive nodes become leaves */
function grammar(depthSize: fc.DepthSize): fc.LetrecValue<Nodes> {
  return fc.letrec<Nodes>((tie) => ({
    expr: fc.oneof({ depthSize, withCrossShrink: true }, constant, field, operand(tie)),
    statement: fc.oneof({ depthSize, withCrossShrink: true }, query(tie), set(tie)),
    order: order(tie),
    window: window(tie),
  }));
}

const usual = grammar('small');

/** Trees that the parser can produce, with all positions 0: compare them without positions. */
export const arbitraryExpr: fc.Arbitrary<ast.Expr> = usual.expr;
export const arbitraryStatement: fc.Arbitrary<ast.Statement> = usual.statement;

/**
 * Statements as above with fewer very long ones, for tests that need short texts: they take half the time to
 * generate.
 */
export const arbitraryShallowStatement: fc.Arbitrary<ast.Statement> = grammar('xsmall').statement;
