import { createIsolatedClickHouse } from '@tidemark/testing';
import { eventRow } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

/** Event name → value of `x`; the name describes the case. */
const VALUES: Readonly<Record<string, object>> = {
  a_missing: {},
  b_null: { x: null },
  c_empty: { x: '' },
  d_text: { x: 'abc' },
  e_nullText: { x: 'null' },
  f_int: { x: 1 },
  g_float: { x: 2.5 },
  h_true: { x: true },
  i_array: { x: [1, 'a', null] },
  j_object: { x: { y: 1, z: { 'q.r': 's' }, list: [{ k: 'v' }, { k: 2 }] } },
  k_date: { x: '2024-01-01T10:00:00Z' },
  l_numberText: { x: '10' },
};

const ODD_KEYS = [
  'a.b',
  'sp ace',
  '`',
  '"',
  "'",
  '\\',
  '$feature/x',
  'ключ',
  '^x',
  '@x',
  ':Int64',
  'x[]',
  '{p0:String}',
  'select',
  '1',
];

let warehouse: Warehouse;

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  const rows = Object.entries(VALUES).map(([event, properties]) => eventRow({ event, properties }));
  const odd = Object.fromEntries(ODD_KEYS.map((key, index) => [key, `value ${index}`]));
  await warehouse.insert('events', [
    ...rows,
    eventRow({ event: 'odd', properties: { ...odd, a: { b: 'nested' } } }),
  ]);
});

afterAll(() => warehouse.close());

/** First letters of the events that fulfil a condition. */
async function kept(condition: string): Promise<string> {
  const rows = await warehouse.rows(
    `select event from events where event != 'odd' and (${condition}) order by event`,
  );
  return rows.map(([event]) => String(event).charAt(0)).join('');
}

describe('reading a property', () => {
  it('gives text: raw strings, numbers and booleans as text, JSON for the rest, NULL when absent', async () => {
    const rows = await warehouse.rows(
      "select event, properties.x from events where event != 'odd' order by event",
    );
    expect(Object.fromEntries(rows.map(([event, value]) => [event, value]))).toEqual({
      a_missing: null,
      b_null: null,
      c_empty: '',
      d_text: 'abc',
      e_nullText: 'null',
      f_int: '1',
      g_float: '2.5',
      h_true: 'true',
      i_array: '[1,"a",null]',
      j_object: '{"list":[{"k":"v"},{"k":2}],"y":1,"z":{"q.r":"s"}}',
      k_date: '2024-01-01T10:00:00Z',
      l_numberText: '10',
    });
  });

  it.each([
    ['properties.x.y', '1'],
    ["properties.x['z']['q.r']", 's'],
    ["properties['x'].z.`q.r`", 's'],
    ['properties.x.z', '{"q.r":"s"}'],
    ['properties.x.list[1].k', 'v'],
    ["properties.x.list[2]['k']", '2'],
    ['properties.x.list[3].k', null],
    ['properties.x.nothing.here', null],
  ])('follows the path %s', async (path, expected) => {
    const rows = await warehouse.rows(`select ${path} from events where event = 'j_object'`);
    expect(rows).toEqual([[expected]]);
  });

  it('indexes arrays from 1', async () => {
    const rows = await warehouse.rows(
      "select properties.x[1], properties.x[2], properties.x[3], properties.x[4] from events where event = 'i_array'",
    );
    expect(rows).toEqual([['1', 'a', null, null]]);
  });

  it.each(ODD_KEYS.map((key, index) => [key, index] as const))(
    'reads the key %s',
    async (key, index) => {
      const quoted = key.replaceAll('\\', '\\\\').replaceAll('`', '\\`');
      const rows = await warehouse.rows(
        `select properties.\`${quoted}\` from events where event = 'odd'`,
      );
      expect(rows).toEqual([[`value ${index}`]]);
    },
  );

  it('keeps a key with a dot apart from a nested key', async () => {
    const rows = await warehouse.rows(
      "select properties.`a.b`, properties.a.b from events where event = 'odd'",
    );
    expect(rows).toEqual([['value 0', 'nested']]);
  });

  it('returns the original document', async () => {
    const rows = await warehouse.rows("select properties from events where event = 'j_object'");
    expect(rows).toEqual([[JSON.stringify(VALUES['j_object'])]]);
  });

  it.each([
    'select properties.x from (select * from events) where event = {e}',
    'select s.properties.x from (select event, properties from events) s where s.event = {e}',
    'with e as (select event, properties from events) select properties.x from e where event = {e}',
    'select p.x from (select event, properties as p from events) where event = {e}',
    'select p.properties.x from (select event, properties from events group by event, properties) p where event = {e}',
    "select x from (select properties.x as x, event from events union all select 'u', 'u') where event = {e}",
  ])('reads through sub-queries: %s', async (source) => {
    expect(await warehouse.rows(source, { values: { e: 'd_text' } })).toEqual([['abc']]);
  });
});

describe('a property as a condition', () => {
  it('holds for true and 1; other values than true and false are NULL', async () => {
    expect(await kept('properties.x')).toBe('fh');
    expect(await kept('not properties.x')).toBe('');
    expect(await kept("properties.x or event = 'a_missing'")).toBe('afh');
    expect(await kept("properties.x and event != 'h_true'")).toBe('f');
    expect(await kept("if(properties.x, event = 'h_true', event = 'd_text')")).toBe('dh');
  });

  it('counts in conditional aggregations and HAVING', async () => {
    const rows = await warehouse.rows(
      'select countIf(properties.x), sumIf(1, properties.x), count() filter (where properties.x) from events',
    );
    expect(rows).toEqual([[2, 2, 2]]);
    expect(
      await warehouse.rows(
        'select event from events group by event, properties.x having properties.x order by event',
      ),
    ).toEqual([['f_int'], ['h_true']]);
  });
});

describe('JSON inside a property', () => {
  it('is read as arrays, empty without values', async () => {
    const rows = await warehouse.rows(
      `select JSONExtractArrayRaw(properties.x), JSONExtractKeys(properties.x), JSONExtract(properties.x, 'Array(String)')
       from events where event in ('a_missing', 'i_array', 'j_object') order by event`,
    );
    expect(rows).toEqual([
      [[], [], []],
      [['1', '"a"', 'null'], [], expect.any(Array)],
      [[], expect.arrayContaining(['y', 'z', 'list']), []],
    ]);
  });
});

describe('comparing a property', () => {
  it.each([
    ["properties.x = 'abc'", 'd'],
    ["properties.x != 'abc'", 'abcefghijkl'],
    ["not (properties.x = 'abc')", 'abcefghijkl'],
    ['properties.x = null', 'ab'],
    ['properties.x is null', 'ab'],
    ['properties.x != null', 'cdefghijkl'],
    ["properties.x = ''", 'c'],
    ["properties.x = '1'", 'f'],
    ["properties.x = 'true'", 'h'],
    ['properties.x = 1', 'f'],
    ['properties.x > 2', 'gl'],
    ['properties.x <= 2.5', 'fg'],
    ['properties.x < null', ''],
    ['properties.x = true', 'h'],
    ['properties.x between 1 and 3', 'fg'],
    ['properties.x not between 1 and 3', 'l'],
    ["properties.x in ('abc', 'null')", 'de'],
    ["properties.x in ('abc', null)", 'abd'],
    ["properties.x not in ('abc')", 'abcefghijkl'],
    ["properties.x not in ('abc', null)", 'cefghijkl'],
    ['properties.x in (1, 10)', 'fl'],
    ["properties.x in ('abc', 1)", 'df'],
    ["properties.x like 'a%'", 'd'],
    ["properties.x not like 'a%'", 'abcefghijkl'],
    ["properties.x ilike 'A%'", 'd'],
    ["properties.x =~ '^[a-c]+$'", 'd'],
    ["properties.x !~ '^[a-c]+$'", 'abcefghijkl'],
    ["properties.x =~* '^ABC$'", 'd'],
    ["properties.x > toDateTime('2023-12-31') and properties.x like '2024%'", 'k'],
    ["properties.x > toDateTime('2024-01-02') and properties.x like '2024%'", ''],
    ['properties.x = properties.x', 'abcdefghijkl'],
    ['properties.x != properties.y', 'cdefghijkl'],
    ['properties.x is not distinct from null', 'ab'],
    ["properties.x = 'abc' or properties.x = 1", 'df'],
  ])('%s keeps %s', async (condition, expected) => {
    expect(await kept(condition)).toBe(expected);
  });

  it('counts untyped properties as numbers in sums and arithmetic', async () => {
    const rows = await warehouse.rows(
      "select sum(properties.x), max(toFloat(properties.x)), sum(properties.x * 2) from events where event != 'odd'",
    );
    expect(rows).toEqual([[13.5, 10, 27]]);
  });

  it('uses declared types', async () => {
    const rows = await warehouse.rows(
      "select event, properties.x from events where event in ('d_text', 'f_int', 'l_numberText') order by event",
      { propertyTypes: (owner, key) => (owner === 'event' && key === 'x' ? 'Numeric' : undefined) },
    );
    expect(rows).toEqual([
      ['d_text', null],
      ['f_int', 1],
      ['l_numberText', 10],
    ]);
  });
});

it('reads the person properties that an event sets from the whole document', async () => {
  // As ingestion writes it: the JSON column lacks some keys of the text.
  const properties = { x: 1, $set: { plan: 'pro', n: { m: [1, 'two'] } }, $set_once: { n: 1 } };
  await warehouse.insert('events', [
    { ...eventRow({ event: 'setting', properties }), properties: { x: 1 } },
  ]);
  const rows = await warehouse.rows(
    `select properties.$set.plan, properties.$set.n.m.2, properties['$set_once'].n, properties.$set.missing,
      properties.$set, count() from events where properties.$set.plan = 'pro' and isNotNull(properties.$set_once)
      group by 1, 2, 3, 4, 5`,
  );
  expect(rows).toEqual([['pro', 'two', '1', null, JSON.stringify(properties.$set), 1]]);
});
