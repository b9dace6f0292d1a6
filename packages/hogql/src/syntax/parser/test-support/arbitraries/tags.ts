import * as fc from 'fast-check';
import type * as ast from '../../../ast';
import { AT } from './node';
import type { Tie } from './node';

const TAG_NAMES = ['a', 'b', 'Sparkline', 'data-x'];

export function tag(tie: Tie): fc.Arbitrary<ast.HogQLXTag> {
  return fc
    .tuple(
      fc.constantFrom(...TAG_NAMES),
      fc.array(fc.tuple(fc.constantFrom(...TAG_NAMES), tie('expr')), { maxLength: 2 }),
      fc.array(tie('expr'), { maxLength: 2 }),
    )
    .map(([kind, attributes, children]) => ({
      type: 'HogQLXTag',
      kind,
      attributes: [
        ...attributes.map(([name, value]) => attribute(name, value)),
        ...(children.length === 0 ? [] : [attribute('children', children)]),
      ],
      ...AT,
    }));
}

function attribute(name: string, value: ast.Expr | readonly ast.Expr[]): ast.HogQLXAttribute {
  return { type: 'HogQLXAttribute', name, value, ...AT };
}
