import * as fc from 'fast-check';
import type * as ast from '../../../ast';
import { newName } from './names';
import { exprs, node, optional, seldom } from './node';
import type { Tie } from './node';
import { orders } from './orders';

export function call(tie: Tie): fc.Arbitrary<ast.Call> {
  return (
    node<ast.Call>('Call', {
      name: fc.oneof(fc.constantFrom('count', 'if', 'and', 'left', 'concat', 'f'), newName),
      args: exprs(tie, 0),
      params: optional(exprs(tie, 0)),
      distinct: fc.boolean(),
      filterExpr: optional(tie('expr')),
      orderBy: seldom(orders(tie, 1)),
      nulls: seldom(fc.constantFrom('IGNORE', 'RESPECT')),
    } as never)
      // `not(x)` is a Not; DISTINCT needs an argument.
      .filter(({ name }) => name.toLowerCase() !== 'not')
      .map((made) => ({ ...made, distinct: made.distinct && made.args.length > 0 }))
  );
}
