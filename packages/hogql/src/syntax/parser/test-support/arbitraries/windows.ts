import * as fc from 'fast-check';
import type * as ast from '../../../ast';
import { newName } from './names';
import { AT, exprs, node, optional } from './node';
import type { Tie } from './node';
import { orders } from './orders';

export function window(tie: Tie): fc.Arbitrary<ast.WindowExpr> {
  const bound = fc
    .oneof(
      fc.constant({ direction: 'CURRENT ROW' as const, value: null }),
      fc.record({
        direction: fc.constantFrom('PRECEDING' as const, 'FOLLOWING' as const),
        value: optional(tie('expr')),
      }),
    )
    .map((made): ast.WindowFrameBound => ({ type: 'WindowFrameBound', ...made, ...AT }));
  const frame = node<ast.WindowFrame>('WindowFrame', {
    method: fc.constantFrom('ROWS', 'RANGE'),
    from: bound,
    to: optional(bound),
  } as never);
  return node<ast.WindowExpr>('WindowExpr', {
    partitionBy: exprs(tie, 0),
    orderBy: orders(tie, 0),
    frame: optional(frame),
  } as never);
}

export function windowFunction(tie: Tie): fc.Arbitrary<ast.WindowFunction> {
  return node<ast.WindowFunction>('WindowFunction', {
    name: newName,
    args: exprs(tie, 0),
    params: optional(exprs(tie, 0)),
    filterExpr: optional(tie('expr')),
    over: fc.oneof(tie('window'), node<ast.WindowName>('WindowName', { name: newName } as never)),
  } as never);
}
