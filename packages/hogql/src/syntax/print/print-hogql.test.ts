import { parseExpr, parseOrderExpr, parseSelect } from '../parser';
import { printHogQL } from '.';

describe('printHogQL', () => {
  it.each([
    [
      'select event, count() as total from events group by event limit 101 offset 0',
      'SELECT event, count() AS total FROM events GROUP BY event LIMIT 101 OFFSET 0',
    ],
    [
      'with a as (select 1), 2 as b select distinct x from t as u left join (select 1) v on u.a = v.a prewhere p where not q order by x, y desc limit 1 by z',
      'WITH a AS (SELECT 1), 2 AS b SELECT DISTINCT x FROM t AS u LEFT JOIN (SELECT 1) AS v ON u.a = v.a PREWHERE p WHERE NOT q ORDER BY x ASC, y DESC LIMIT 1 BY z',
    ],
    [
      '(select 1 limit 1) union all (select 2) limit 3',
      '(SELECT 1 LIMIT 1) UNION ALL (SELECT 2) LIMIT 3',
    ],
    ['select 1 union select 2', 'SELECT 1 UNION DISTINCT SELECT 2'],
    ['select a from numbers(3), {x}', 'SELECT a FROM numbers(3) CROSS JOIN {x}'],
  ])('query %s', (source, expected) => {
    expect(printHogQL(parseSelect(source))).toBe(expected);
  });

  it.each([
    ['(a + b) * c', '(a + b) * c'],
    ['(a * b) + c', 'a * b + c'],
    ['a - (b - c)', 'a - (b - c)'],
    ['a = (b = c)', 'a = (b = c)'],
    ['(a or b) and c', '(a OR b) AND c'],
    ['not (a and b)', 'NOT (a AND b)'],
    ['(not a) = b', '(NOT a) = b'],
    ['a is null', 'a IS NULL'],
    ['a between 1 and 2', 'a BETWEEN 1 AND 2'],
    ['a not in cohort 2', 'a NOT IN COHORT 2'],
    ['a ? b : c', 'if(a, b, c)'],
    ['-a', '0 - a'],
    ['a - -1', 'a - -1'],
    ["'it''s'", "'it''s'"],
    ["'a\\\\b\\n'", "'a\\\\b\\n'"],
    ['1e30', '1e+30'],
    ['18446744073709551615', '18446744073709551615'],
    ['`weird name`.`b``c`.timestamp', '`weird name`.`b``c`.timestamp'],
    ['`select`', '`select`'],
    ['"true"', '`true`'],
    ['a as `x y`', 'a AS `x y`'],
    ['f(x -> x, (y) -> y)', 'f(x -> x, (y) -> y)'],
    ['quantile(0.5)(distinct a) filter (where b)', 'quantile(0.5)(DISTINCT a) FILTER (WHERE b)'],
    ['a::DateTime', 'CAST(a AS datetime)'],
    ['(1, 2).1', '(1, 2).1'],
    ['(1).2', '(1).2'],
    ['(a,)', '(a,)'],
    ['a[1:][:b]', 'a[1:][:b]'],
    ["{'a': 1, b: {}}", "{'a': 1, b: {}}"],
    ['a <=> b', 'a IS NOT DISTINCT FROM b'],
    [
      'f(a) over (partition by b order by c rows 1 preceding)',
      'f(a) OVER (PARTITION BY b ORDER BY c ASC ROWS 1 PRECEDING)',
    ],
    ['f(select 1)', 'f((SELECT 1))'],
    ["a?.['b']?.1", "a?.['b']?.1"],
  ])('expression %s', (source, expected) => {
    expect(printHogQL(parseExpr(source))).toBe(expected);
  });

  it('prints an order expression', () => {
    expect(printHogQL(parseOrderExpr('count() desc'))).toBe('count() DESC');
  });

  it('prints the neutral value for an empty AND or OR and the part for a single one', () => {
    const span = { start: 0, end: 0 };
    const part = parseExpr('a = 1');
    expect(printHogQL({ type: 'And', exprs: [], ...span })).toBe('true');
    expect(printHogQL({ type: 'Or', exprs: [], ...span })).toBe('false');
    expect(printHogQL({ type: 'And', exprs: [part], ...span })).toBe('a = 1');
  });
});
