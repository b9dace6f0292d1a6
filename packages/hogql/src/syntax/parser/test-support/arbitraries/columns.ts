import * as fc from 'fast-check';
import type * as ast from '../../../ast';
import { chain, names, newName } from './names';
import { AT, node, seldom } from './node';
import type { Tie } from './node';

/** Several columns at once. */
export function columns(tie: Tie): fc.Arbitrary<ast.ColumnsExpr> {
  return fc
    .oneof(
      fc.record({ regex: fc.string({ maxLength: 5 }) }),
      // A single text is a pattern, and `COLUMNS(*` followed by its own list is a different construct.
      fc.record({
        columns: chain.map((steps) => [{ type: 'Field' as const, chain: steps, ...AT }]),
      }),
      fc.record({
        all: fc.constant(true),
        exclude: names(1),
        table: seldom(chain),
      }),
      fc.record({
        all: fc.constant(true),
        exclude: names(0),
        replace: fc.array(
          node<ast.Alias>('Alias', { alias: newName, expr: tie('expr') } as never),
          {
            minLength: 1,
            maxLength: 2,
          },
        ),
      }),
    )
    .map((part): ast.ColumnsExpr => ({
      type: 'ColumnsExpr',
      regex: null,
      columns: null,
      all: false,
      table: null,
      exclude: [],
      replace: [],
      ...part,
      ...AT,
    }));
}
