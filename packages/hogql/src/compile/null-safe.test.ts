import { compileHogQL } from './compile-hogql';
import { compileContext } from './testing/context';

/** The WHERE of a statement over one nullable and two plain columns, with names shortened. */
function where(condition: string): string {
  const { sql } = compileHogQL(
    `select 1 from (select toNullable(number) as n, toNullable(number) as m, number as p, number as q from numbers(1)) as s where ${condition}`,
    compileContext(),
  );
  return (/ WHERE (.*) LIMIT 101 OFFSET 0$/.exec(sql)?.[1] ?? '').replaceAll('s.', '');
}

describe('null-safe comparisons', () => {
  it.each([
    ['p = q', 'equals(p, q)'],
    ['p = 1', 'equals(p, 1)'],
    ['n = 1', 'ifNull(equals(n, 1), 0)'],
    ['n != 1', 'ifNull(notEquals(n, 1), 1)'],
    ['n < 1', 'ifNull(less(n, 1), 0)'],
    ['n = p', 'ifNull(equals(n, p), 0)'],
    ['n = m', 'ifNull(equals(n, m), and(isNull(n), isNull(m)))'],
    ['n != m', 'ifNull(notEquals(n, m), or(isNotNull(n), isNotNull(m)))'],
    ['n >= m', 'ifNull(greaterOrEquals(n, m), 0)'],
    ['n = null', 'isNull(n)'],
    ['null != n', 'isNotNull(n)'],
    ['n < null', '0'],
    ['null = null', '1'],
    ['null != null', '0'],
    ['1 = null', '0'],
    ['1 != null', '1'],
    ['1 < null', '0'],
    ['equals(n, 1)', 'ifNull(equals(n, 1), 0)'],
    ['n in (1, 2)', 'ifNull(in(n, tuple(1, 2)), 0)'],
    ['n not in (1, 2)', 'ifNull(notIn(n, tuple(1, 2)), 1)'],
    ['n in (1, null)', 'or(ifNull(in(n, tuple(1)), 0), isNull(n))'],
    ['n not in (1, null)', 'and(ifNull(notIn(n, tuple(1)), 1), isNotNull(n))'],
    ['p in (1, null)', 'in(p, tuple(1))'],
    ['n between 1 and 2', 'and(ifNull(greaterOrEquals(n, 1), 0), ifNull(lessOrEquals(n, 2), 0))'],
    ['p = 1 and true', 'equals(p, 1)'],
    ['p = 1 and false', '0'],
    ['p = 1 or true', '1'],
    ['p = 1 or false', 'equals(p, 1)'],
    ['not (1 = null)', '1'],
  ])('%s', (condition, expected) => {
    expect(where(condition)).toBe(expected);
  });

  it('leaves JOIN conditions bare', () => {
    const { sql } = compileHogQL(
      'select 1 from events a join events b on a.properties.x = b.properties.x',
      compileContext(),
    );
    expect(sql).toContain(' ON equals(a.properties__x, b.properties__x) ');
  });
});
