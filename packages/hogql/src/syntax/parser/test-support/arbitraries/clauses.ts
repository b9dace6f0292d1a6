import * as fc from 'fast-check';
import type * as ast from '../../../ast';
import { names, newName } from './names';
import { exprs, node, optional, seldom } from './node';
import type { Tie } from './node';
import { number } from './numbers';

export function ctes(tie: Tie): fc.Arbitrary<readonly ast.CTE[]> {
  const cte = fc.oneof(
    node<ast.CTE>('CTE', {
      name: newName,
      cteType: fc.constant('subquery'),
      expr: tie('statement'),
      materialized: fc.boolean(),
      columns: seldom(names(1)),
    } as never),
    node<ast.CTE>('CTE', {
      name: newName,
      cteType: fc.constant('column'),
      expr: tie('expr'),
    } as never),
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    fc
      .tuple(fc.array(cte, { maxLength: 2 }), fc.boolean())
      .map(([ctes, recursive]) => ctes.map((made) => ({ ...made, recursive }))),
  );
}

export function arrayJoin(tie: Tie): fc.Arbitrary<ast.ArrayJoin> {
  return node<ast.ArrayJoin>('ArrayJoin', {
    kind: fc.constantFrom('ARRAY JOIN', 'LEFT ARRAY JOIN', 'INNER ARRAY JOIN'),
    arrays: fc.array(node<ast.Alias>('Alias', { alias: newName, expr: tie('expr') } as never), {
      minLength: 1,
      maxLength: 2,
    }),
  } as never);
}

export function grouping(tie: Tie): fc.Arbitrary<Pick<ast.SelectQuery, 'groupBy' | 'groupByMode'>> {
  const tuple = node<ast.Tuple>('Tuple', { exprs: exprs(tie, 0) } as never);
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ groupBy: optional(exprs(tie, 1)), groupByMode: fc.constant(null) }),
    },
    fc.record({ groupBy: fc.constant(null), groupByMode: fc.constant('all' as const) }),
    fc.record({
      groupBy: exprs(tie, 1),
      groupByMode: fc.constantFrom('rollup' as const, 'cube' as const),
    }),
    fc.record({
      groupBy: fc.array(tuple, { minLength: 1, maxLength: 2 }),
      groupByMode: fc.constant('grouping_sets' as const),
    }),
  );
}

export function limits(
  tie: Tie,
): fc.Arbitrary<Pick<ast.SelectQuery, 'limit' | 'limitPercent' | 'limitWithTies'>> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ limit: optional(tie('expr')) }) },
    fc.record({ limit: number, limitPercent: fc.boolean(), limitWithTies: fc.boolean() }),
  );
}
