import * as fc from 'fast-check';
import type * as ast from '../../../ast';
import { arrayJoin, ctes, grouping, limits } from './clauses';
import { from } from './joins';
import { newName } from './names';
import { exprs, node, optional, seldom } from './node';
import type { Tie } from './node';
import { orders } from './orders';

const SET_OPS = [
  ...(['UNION ALL', 'UNION DISTINCT', 'INTERSECT', 'INTERSECT DISTINCT', 'EXCEPT'] as const),
  ...(['UNION ALL BY NAME', 'UNION DISTINCT BY NAME'] as const),
];

export function query(tie: Tie): fc.Arbitrary<ast.SelectQuery> {
  const ends = fc.tuple(grouping(tie), limits(tie), seldom(arrayJoin(tie)));
  return node<ast.SelectQuery>('SelectQuery', {
    ctes: ctes(tie),
    select: exprs(tie, 1),
    distinct: fc.boolean(),
    selectFrom: optional(from(tie)),
    prewhere: optional(tie('expr')),
    where: optional(tie('expr')),
    having: optional(tie('expr')),
    qualify: seldom(tie('expr')),
    windows: seldom(
      fc.array(
        node<ast.NamedWindow>('NamedWindow', { name: newName, window: tie('window') } as never),
        {
          minLength: 1,
          maxLength: 1,
        },
      ),
    ),
    orderBy: optional(orders(tie, 1)),
    limitBy: optional(
      node<ast.LimitByExpr>('LimitByExpr', {
        n: tie('expr'),
        offset: optional(tie('expr')),
        exprs: exprs(tie, 1),
      } as never),
    ),
    offset: optional(tie('expr')),
  } as never).chain((made) =>
    ends.map(([group, limit, arrays]) => ({
      ...made,
      ...group,
      ...limit,
      arrayJoin: made.selectFrom === null ? null : arrays,
    })),
  );
}

export function set(tie: Tie): fc.Arbitrary<ast.SelectSetQuery> {
  return node<ast.SelectSetQuery>('SelectSetQuery', {
    initialSelectQuery: tie('statement'),
    subsequentSelectQueries: fc.array(
      node<ast.SelectSetNode>('SelectSetNode', {
        setOperator: fc.constantFrom(...SET_OPS),
        selectQuery: tie('statement'),
      } as never),
      { minLength: 1, maxLength: 2 },
    ),
    orderBy: optional(orders(tie, 1)),
    limit: optional(tie('expr')),
    offset: optional(tie('expr')),
  } as never);
}
