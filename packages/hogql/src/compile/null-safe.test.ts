import { compileHogQL } from './compile-hogql';
import { compileContext } from './test-support/context';

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
    ['p = q', 'equals(r1.c4, r1.c5)'],
    ['p = 1', 'equals(r1.c4, 1)'],
    ['n = 1', 'ifNull(equals(r1.c2, 1), 0)'],
    ['n != 1', 'ifNull(notEquals(r1.c2, 1), 1)'],
    ['n < 1', 'ifNull(less(r1.c2, 1), 0)'],
    ['n = p', 'ifNull(equals(r1.c2, r1.c4), 0)'],
    ['n = m', 'ifNull(equals(r1.c2, r1.c3), and(isNull(r1.c2), isNull(r1.c3)))'],
    ['n != m', 'ifNull(notEquals(r1.c2, r1.c3), or(isNotNull(r1.c2), isNotNull(r1.c3)))'],
    ['n >= m', 'ifNull(greaterOrEquals(r1.c2, r1.c3), 0)'],
    ['n = null', 'isNull(r1.c2)'],
    ['null != n', 'isNotNull(r1.c2)'],
    ['n < null', '0'],
    ['null = null', '1'],
    ['null != null', '0'],
    ['1 = null', '0'],
    ['1 != null', '1'],
    ['1 < null', '0'],
    ['equals(n, 1)', 'ifNull(equals(r1.c2, 1), 0)'],
    ['n in (1, 2)', 'ifNull(in(r1.c2, tuple(1, 2)), 0)'],
    ['n not in (1, 2)', 'ifNull(notIn(r1.c2, tuple(1, 2)), 1)'],
    ['n in (1, null)', 'or(ifNull(in(r1.c2, tuple(1)), 0), isNull(r1.c2))'],
    ['n not in (1, null)', 'and(ifNull(notIn(r1.c2, tuple(1)), 1), isNotNull(r1.c2))'],
    ['p in (1, null)', 'in(r1.c4, tuple(1))'],
    [
      'n between 1 and 2',
      'and(ifNull(greaterOrEquals(r1.c2, 1), 0), ifNull(lessOrEquals(r1.c2, 2), 0))',
    ],
    ['p = 1 and true', 'equals(r1.c4, 1)'],
    ['p = 1 and false', '0'],
    ['p = 1 or true', '1'],
    ['p = 1 or false', 'equals(r1.c4, 1)'],
    ['not (1 = null)', '1'],
  ])('%s', (condition, expected) => {
    expect(where(condition)).toBe(expected);
  });

  it('does not make JOIN conditions null-safe', () => {
    const { sql } = compileHogQL(
      'select 1 from events a join events b on a.properties.x = b.properties.x',
      compileContext(),
    );
    expect(sql).toContain(' ON equals(r0.c1, r1.c1) ');
  });
});
