import * as fc from 'fast-check';
import type * as ast from '../../../ast';
import { AT, node, optional } from './node';
import type { Tie } from './node';
import { table } from './tables';

const JOIN_TYPES = [
  ...(['JOIN', 'INNER JOIN', 'LEFT JOIN', 'FULL OUTER JOIN', 'RIGHT JOIN'] as const),
  ...(['ANY INNER JOIN', 'ALL INNER JOIN', 'ASOF INNER JOIN', 'LEFT SEMI JOIN'] as const),
  ...(['LEFT ANTI JOIN', 'LEFT ANY JOIN', 'LEFT ASOF JOIN', 'RIGHT SEMI JOIN'] as const),
];

export function from(tie: Tie): fc.Arbitrary<ast.JoinExpr> {
  const tables = table(tie);
  const constraint = node<ast.JoinConstraint>('JoinConstraint', {
    kind: fc.constantFrom('ON', 'USING'),
    expr: tie('expr'),
  } as never);
  const join = fc.oneof(
    fc.tuple(tables, fc.constantFrom(...JOIN_TYPES), optional(constraint)),
    fc.tuple(
      tables,
      fc.constantFrom('CROSS JOIN' as const, 'POSITIONAL JOIN' as const),
      fc.constant(null),
    ),
  );
  return fc.tuple(tables, fc.array(join, { maxLength: 2 })).map(([first, joins]): ast.JoinExpr => {
    const next = joins.reduceRight<ast.JoinExpr | null>(
      (nextJoin, [joined, joinType, on]) => ({
        type: 'JoinExpr',
        ...joined,
        joinType,
        constraint: on,
        nextJoin,
        ...AT,
      }),
      null,
    );
    return {
      type: 'JoinExpr',
      ...first,
      joinType: null,
      constraint: null,
      nextJoin: next,
      ...AT,
    };
  });
}
