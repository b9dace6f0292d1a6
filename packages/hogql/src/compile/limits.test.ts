import { compileHogQL } from './compile-hogql';
import { compileContext } from './testing/context';

function limits(source: string): {
  tail: string;
  pagination: unknown;
  warnings: readonly string[];
} {
  const { sql, pagination, warnings } = compileHogQL(
    source,
    compileContext({ defaultLimit: 100, maxRows: 1000 }),
  );
  return { tail: /(?:LIMIT .*)?$/.exec(sql)?.[0] ?? '', pagination, warnings };
}

describe('row limits', () => {
  it('adds the default to a SELECT without LIMIT and asks for one row more', () => {
    expect(limits('select 1')).toEqual({
      tail: 'LIMIT 101 OFFSET 0',
      pagination: { limit: 100, offset: 0 },
      warnings: [],
    });
  });

  it('keeps an OFFSET without LIMIT', () => {
    expect(limits('select 1 offset 7')).toMatchObject({
      tail: 'LIMIT 101 OFFSET 7',
      pagination: { limit: 100, offset: 7 },
    });
  });

  it('leaves a LIMIT alone up to the cap', () => {
    expect(limits('select 1 limit 1000 offset 3')).toEqual({
      tail: 'LIMIT 1000 OFFSET 3',
      pagination: null,
      warnings: [],
    });
  });

  it('lowers a larger LIMIT and says so', () => {
    expect(limits('select 1 limit 5000')).toEqual({
      tail: 'LIMIT 1000',
      pagination: null,
      warnings: ['LIMIT 5000 was lowered to 1000, the most rows a query can return.'],
    });
  });

  it('limits every branch of a set, and the set', () => {
    const { sql, pagination } = compileHogQL(
      'select 1 union all select 2 limit 3',
      compileContext({ maxRows: 1000 }),
    );
    expect(sql).toBe(
      'SELECT whole_set.`1` AS `1` FROM ((SELECT 1 AS `1` LIMIT 100) UNION ALL (SELECT 2 AS `2` LIMIT 3)) AS whole_set LIMIT 1000',
    );
    expect(pagination).toBeNull();
  });

  it('does not limit sub-queries', () => {
    expect(
      compileHogQL('select number from (select number from numbers(9))', compileContext()).sql,
    ).toBe(
      'SELECT subquery_0.number AS number FROM (SELECT numbers.number AS number FROM numbers(9) AS numbers) AS subquery_0 LIMIT 101 OFFSET 0',
    );
  });

  it.each(['select 1 limit -1', "select 1 limit '5'", 'select 1 limit 1.5'])(
    'refuses %s',
    (source) => {
      expect(() => limits(source)).toThrow(/LIMIT must be a constant whole number/);
    },
  );
});

it.each([
  ['limit 10 + 20', 'LIMIT 30'],
  ['limit 2 * 3 offset 5 - 1', 'LIMIT 6 OFFSET 4'],
  ['limit 30000 * 10', 'LIMIT 1000'],
])('%s is calculated', (tail, expected) => {
  expect(limits(`select event from events ${tail}`).tail).toBe(expected);
});

it.each(['limit 1 / 2', 'limit 1 - 2', 'limit 1 + event', 'limit 1 / 0'])(
  '%s is refused',
  (tail) => {
    expect(() => limits(`select event from events ${tail}`)).toThrow(
      'LIMIT must be a constant whole number',
    );
  },
);
