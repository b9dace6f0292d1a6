import { compileHogQL } from './compile-hogql';
import { compileContext } from './test-support/context';

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
  it('adds the default to a SELECT without LIMIT and requests one row more', () => {
    expect(limits('select 1')).toEqual({
      tail: 'LIMIT 101 OFFSET 0',
      pagination: { limit: 100, offset: 0, isOfSet: false },
      warnings: [],
    });
  });

  it('keeps an OFFSET without LIMIT', () => {
    expect(limits('select 1 offset 7')).toMatchObject({
      tail: 'LIMIT 101 OFFSET 7',
      pagination: { limit: 100, offset: 7, isOfSet: false },
    });
  });

  it('keeps a LIMIT up to the maximum', () => {
    expect(limits('select 1 limit 1000 offset 3')).toEqual({
      tail: 'LIMIT 1000 OFFSET 3',
      pagination: null,
      warnings: [],
    });
  });

  it('lowers a larger LIMIT and reports it', () => {
    expect(limits('select 1 limit 5000')).toEqual({
      tail: 'LIMIT 1000',
      pagination: null,
      warnings: [
        'LIMIT 5000 was lowered to 1000, the most rows a query can return. For more rows, stream the result (?format=csv or ndjson) or use a batch export.',
      ],
    });
  });

  it.each([
    ['select number from numbers(300) union all select 1', 'LIMIT 101 OFFSET 0', 100],
    ['(select 1) union all (select 2) offset 7', 'LIMIT 101 OFFSET 7', 100],
    ['select 1 intersect select 2', 'LIMIT 101 OFFSET 0', 100],
    ['select 1 except (select 2 union all select 3)', 'LIMIT 101 OFFSET 0', 100],
    ['select 1 union all select 2 limit 3', 'LIMIT 101 OFFSET 0', 100],
    ['select 1 union all select 2 limit 300', 'LIMIT 301 OFFSET 0', 300],
    ['(select 1 limit 200) union all (select 2 limit 150)', 'LIMIT 351 OFFSET 0', 350],
    ['(select 1 limit 700) union all (select 2 limit 700)', 'LIMIT 1001 OFFSET 0', 1000],
    [
      '(select 1 limit 200) union all (select 2 union all select 3 limit 150)',
      'LIMIT 351 OFFSET 0',
      350,
    ],
  ])('takes a set for one statement: %s', (source, tail, limit) => {
    const found = limits(source);
    expect(found.tail.endsWith(tail)).toBe(true);
    expect(found.pagination).toMatchObject({ limit });
    expect(found.warnings).toEqual([]);
  });

  it('reads branches of a set whole, but those with a LIMIT', () => {
    const { sql } = compileHogQL('select 1 except select 2 limit 3', compileContext());
    expect(sql.match(/LIMIT \d+/g)).toEqual(['LIMIT 3', 'LIMIT 101']);
  });

  it('lowers the LIMIT of a set and of its branches', () => {
    expect(limits('(select 1) union all (select 2) limit 5000')).toMatchObject({
      pagination: null,
      warnings: [expect.stringMatching(/^LIMIT 5000 was lowered to 1000, .*stream the result/)],
    });
    expect(limits('select 1 union all select 2 limit 5000').warnings).toHaveLength(1);
  });

  it('does not limit sub-queries', () => {
    expect(
      compileHogQL('select number from (select number from numbers(9))', compileContext()).sql,
    ).toBe(
      'SELECT r0.c0 AS c0 FROM (SELECT r1.c0 AS c0 FROM (SELECT number AS c0 FROM numbers(9)) AS r1) AS r0 LIMIT 101 OFFSET 0',
    );
  });

  it.each(['select 1 limit -1', "select 1 limit '5'", 'select 1 limit 1.5'])(
    'rejects %s',
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
  '%s is rejected',
  (tail) => {
    expect(() => limits(`select event from events ${tail}`)).toThrow(
      'LIMIT must be a constant whole number',
    );
  },
);
