import * as fc from 'fast-check';
import type * as ast from '../../../ast';
import { node, optional, seldom } from './node';
import type { Tie } from './node';

export function order(tie: Tie): fc.Arbitrary<ast.OrderExpr> {
  const withFill = node<ast.WithFill>('WithFill', {
    from: optional(tie('expr')),
    to: optional(tie('expr')),
    step: optional(tie('expr')),
  } as never);
  return node<ast.OrderExpr>('OrderExpr', {
    expr: tie('expr'),
    order: fc.constantFrom('ASC', 'DESC'),
    nulls: seldom(fc.constant('FIRST')),
    collate: seldom(fc.constantFrom('en', 'de_AT')),
    withFill: seldom(withFill),
  } as never);
}

export function orders(tie: Tie, minLength: number): fc.Arbitrary<ast.OrderExpr[]> {
  return fc.array(tie('order'), { minLength, maxLength: 2 });
}
