import * as fc from 'fast-check';
import type * as ast from '../../../ast';
import { number } from './numbers';
import { anyName, chain, newName } from './names';
import { AT, exprs, node, optional, seldom } from './node';
import type { Tie } from './node';

/** A table, a sub-query or a table function in FROM or JOIN. */
export function table(
  tie: Tie,
): fc.Arbitrary<Pick<ast.JoinExpr, 'table' | 'tableArgs' | 'alias' | 'sample'>> {
  const tableSuffix = { alias: optional(newName), sample: seldom(sample(tie)) };
  const plainTable = fc.record({
    table: fc.oneof(
      chain.map((steps) => ({ type: 'Field' as const, chain: steps, ...AT })),
      tie('statement'),
      node<ast.Placeholder>('Placeholder', { expr: tie('expr') } as never),
    ),
    tableArgs: fc.constant(null),
    ...tableSuffix,
  });
  const tableFunction = fc.record({
    table: anyName.map((name) => ({ type: 'Field' as const, chain: [name], ...AT })),
    tableArgs: exprs(tie, 0),
    ...tableSuffix,
  });
  return fc.oneof({ weight: 4, arbitrary: plainTable }, { weight: 1, arbitrary: tableFunction });
}

function sample(tie: Tie): fc.Arbitrary<ast.SampleExpr> {
  const placeholder = node<ast.Placeholder>('Placeholder', { expr: tie('expr') } as never);
  const ratio = fc.oneof(
    node<ast.RatioExpr>('RatioExpr', { left: number, right: optional(number) } as never),
    placeholder,
  );
  return node<ast.SampleExpr>('SampleExpr', { ratio, offset: optional(ratio) } as never);
}
