import { parseSelect } from '.';
import { compact } from './test-support/compact';

const tree = (source: string): string => compact(parseSelect(source));

describe('parseSelect', () => {
  it('reads every clause into its place', () => {
    const source =
      'with x as (select 1), 2 as y select distinct a, b as c, d e from t as u prewhere p where w ' +
      'group by g having h order by o desc limit 1 offset 2 by l limit 3 offset 4;';
    expect(parseSelect(source)).toMatchObject({
      type: 'SelectQuery',
      ctes: [
        { name: 'x', cteType: 'subquery', expr: { type: 'SelectQuery' } },
        { name: 'y', cteType: 'column', expr: { value: 2 } },
      ],
      distinct: true,
      select: [{ chain: ['a'] }, { type: 'Alias', alias: 'c' }, { type: 'Alias', alias: 'e' }],
      selectFrom: { table: { chain: ['t'] }, alias: 'u', tableArgs: null, joinType: null },
      prewhere: { chain: ['p'] },
      where: { chain: ['w'] },
      groupBy: [{ chain: ['g'] }],
      having: { chain: ['h'] },
      orderBy: [{ expr: { chain: ['o'] }, order: 'DESC' }],
      limitBy: { n: { value: 1 }, offset: { value: 2 }, exprs: [{ chain: ['l'] }] },
      limit: { value: 3 },
      offset: { value: 4 },
      start: 0,
      end: source.length - 1,
    });
  });

  it.each([
    ['select 1', 'SelectQuery(select: [1])'],
    ['select a, from t', 'SelectQuery(select: [a], selectFrom: JoinExpr(table: t))'],
    ['select n: a', 'SelectQuery(select: [Alias(alias: "n", expr: a)])'],
    ["select a as 'x y'", 'SelectQuery(select: [Alias(alias: "x y", expr: a)])'],
    [
      'select limit, t.order from t',
      'SelectQuery(select: [limit, t.order], selectFrom: JoinExpr(table: t))',
    ],
    ['select 1 limit 1, 2', 'SelectQuery(select: [1], limit: 1, offset: 2)'],
    [
      'select 1 limit 1, 2 by a',
      'SelectQuery(select: [1], limitBy: LimitByExpr(n: 2, offset: 1, exprs: [a]))',
    ],
    ['select 1 offset 2 limit 1', 'SelectQuery(select: [1], limit: 1, offset: 2)'],
    [
      'select 1 from numbers(3) n',
      'SelectQuery(select: [1], selectFrom: JoinExpr(table: numbers, tableArgs: [3], alias: "n"))',
    ],
    [
      'select 1 from {t} as x',
      'SelectQuery(select: [1], selectFrom: JoinExpr(table: Placeholder(expr: t), alias: "x"))',
    ],
    [
      'select 1 from (select 2) x',
      'SelectQuery(select: [1], selectFrom: JoinExpr(table: SelectQuery(select: [2]), alias: "x"))',
    ],
    [
      'select 1 from a, b left join c using (x, y)',
      'SelectQuery(select: [1], selectFrom: JoinExpr(table: a, nextJoin: JoinExpr(table: b, joinType: "CROSS JOIN", nextJoin: JoinExpr(table: c, joinType: "LEFT JOIN", constraint: JoinConstraint(kind: "USING", expr: Tuple(exprs: [x, y]))))))',
    ],
    [
      'with x -> x + 1 as f select f(1)',
      'SelectQuery(ctes: [CTE(name: "f", cteType: "column", expr: Lambda(args: ["x"], expr: ArithmeticOperation(op: "+", left: x, right: 1)))], select: [Call(name: "f", args: [1])])',
    ],
  ])('%s', (source, expected) => {
    expect(tree(source)).toBe(expected);
  });
});

describe('sets', () => {
  const setOf = (...parts: string[]): string => parts.join('');
  it.each([
    [
      'select 1 union all select 2 except select 3',
      setOf(
        'SelectSetQuery(initialSelectQuery: SelectQuery(select: [1]), subsequentSelectQueries: [',
        'SelectSetNode(setOperator: "UNION ALL", selectQuery: SelectQuery(select: [2])), ',
        'SelectSetNode(setOperator: "EXCEPT", selectQuery: SelectQuery(select: [3]))])',
      ),
    ],
    [
      '(select 1) union (select 2) order by a limit 3',
      setOf(
        'SelectSetQuery(initialSelectQuery: SelectQuery(select: [1]), subsequentSelectQueries: [',
        'SelectSetNode(setOperator: "UNION DISTINCT", selectQuery: SelectQuery(select: [2]))], ',
        'orderBy: [OrderExpr(expr: a, order: "ASC")], limit: 3)',
      ),
    ],
    [
      'select 1 union all select 2 limit 3',
      setOf(
        'SelectSetQuery(initialSelectQuery: SelectQuery(select: [1]), subsequentSelectQueries: [',
        'SelectSetNode(setOperator: "UNION ALL", selectQuery: SelectQuery(select: [2], limit: 3))])',
      ),
    ],
    ['(select 1) limit 2', 'SelectQuery(select: [1], limit: 2)'],
    [
      'select 1 in ((select 1) union all (select 2))',
      setOf(
        'SelectQuery(select: [CompareOperation(op: "in", left: 1, right: ',
        'SelectSetQuery(initialSelectQuery: SelectQuery(select: [1]), subsequentSelectQueries: [',
        'SelectSetNode(setOperator: "UNION ALL", selectQuery: SelectQuery(select: [2]))]))])',
      ),
    ],
  ])('%s', (source, expected) => {
    expect(tree(source)).toBe(expected);
  });
});
