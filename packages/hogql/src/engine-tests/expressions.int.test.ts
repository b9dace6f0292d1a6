import { createIsolatedClickHouse } from '@tidemark/testing';
import { eventRow } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

let warehouse: Warehouse;

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert('events', [
    eventRow({ event: 'a', properties: { n: 5, url: 'https://x.test/p', deep: { list: [7, 8] } } }),
  ]);
});

afterAll(() => warehouse.close());

type Case = [source: string, value: unknown];

const GROUPS: readonly (readonly [string, Case[]])[] = [
  [
    'literals',
    [
      ['1.5e3', 1500],
      ['0x1F', 31],
      ['0b11', 3],
      ['.5', 0.5],
      ["'it''s'", "it's"],
      ["'a\\nb'", 'a\nb'],
      ['[1, 2][1]', 1],
      ['(1, 2).2', 2],
      ['null', null],
      ['true', true],
    ],
  ],
  [
    'operators',
    [
      ['1 + 2 * 3', 7],
      ['7 % 4', 3],
      ['-(3)', -3],
      ["'a' || 'b' || 1", 'ab1'],
      ["'a' || null", 'a'],
      ['null ?? 2', 2],
      ['1 > 2 ? 3 : 4', 4],
      ['3 between 1 and 5', true],
      ['3 not between 1 and 5', false],
      ['1 is null', false],
      ['null is null', true],
      ['null is not distinct from null', true],
      ['1 is distinct from null', true],
      ['null <=> null', true],
      ['not (1 = 2)', true],
      ['1 in (1, 2)', true],
      ['3 not in [1, 2]', true],
    ],
  ],
  [
    'text operators',
    [
      ["'abc' like 'a%'", true],
      ["'ABC' ilike 'a%'", true],
      ["'abc' not like 'a%'", false],
      ["'abc' =~ 'b.'", true],
      ["'abc' ~ '^b'", false],
      ["'ABC' =~* 'b.'", true],
      ["'ABC' ~* 'b.'", true],
      ["'abc' !~ 'b.'", false],
      ["'ABC' !~* 'b.'", false],
    ],
  ],
  [
    'conditions',
    [
      ['case when 1 = 2 then 1 else 2 end', 2],
      ['case 2 when 1 then 10 when 2 then 20 else 0 end', 20],
      ["case when 1 = 1 then 'x' end", 'x'],
      ['if(1 = 1, 2, 3)', 2],
    ],
  ],
  [
    'casts and intervals',
    [
      ["'12'::int + 1", 13],
      ["cast('1.5' as float)", 1.5],
      ["try_cast('x' as float)", null],
      ["'x'::int", null],
      ["cast('1.5' as double precision)", 1.5],
      ["'2024-01-31 10:00:00'::timestamp with time zone", '2024-01-31 10:00:00.000000'],
      ["cast('2024-01-31' as timestamp with local time zone)", '2024-01-31 00:00:00.000000'],
      ["toDate('2024-01-31') + interval 1 month", '2024-02-29'],
      ["toDate('2024-01-31') + interval '2 weeks'", '2024-02-14'],
      ["toDate('2024-01-31') - interval (1 + 1) day", '2024-01-29'],
    ],
  ],
  [
    'arrays, tuples and dictionaries',
    [
      ['[1, 2, 3][2:3]', [2, 3]],
      ['[1, 2, 3][2:]', [2, 3]],
      ['[1, 2, 3][:2]', [1, 2]],
      ['arrayMap(x -> x + 1, [1, 2])', [2, 3]],
      ['arrayMap((x, y) -> x * y, [2, 3], [4, 5])', [8, 15]],
      ['arrayMap(lambda x: x * 2, [1])', [2]],
      ["{'a': 1}", ['__hx_tag', '__hx_obj', 'a', 1]],
      ['[]', []],
      ['(1,)', [1]],
      ['array(1, 2)', [1, 2]],
    ],
  ],
  [
    'templates',
    [
      ["f'a{1 + 1}b'", 'a2b'],
      ["f'{event}!'", 'a!'],
      ["f'{null}x'", 'x'],
      ["f''", ''],
    ],
  ],
  [
    'access',
    [
      ['properties.n', '5'],
      ["properties['deep']['list'][2]", '8'],
      ['properties.deep.list.1', '7'],
      ['properties?.deep?.list?.[1]', '7'],
      ["properties?.['n']", '5'],
      ['properties?.nothing?.there', null],
    ],
  ],
  [
    'tags',
    [
      ['<b>x</b>', ['__hx_tag', 'b', 'children', ['x']]],
      ['<hr/>', ['__hx_tag', 'hr']],
      [
        "<a href={properties.url} target='_blank'>go {event}</a>",
        ['__hx_tag', 'a', 'href', 'https://x.test/p', 'target', '_blank', 'children', ['go ', 'a']],
      ],
      [
        '<div><b>{1}</b> and <i/></div>',
        [
          '__hx_tag',
          'div',
          'children',
          [['__hx_tag', 'b', 'children', [1]], ' and ', ['__hx_tag', 'i']],
        ],
      ],
      [
        "<Sparkline data={[1, 2]} name='n' />",
        ['__hx_tag', 'Sparkline', 'data', [1, 2], 'name', 'n'],
      ],
    ],
  ],
];

/** Some operators return booleans as 1 and 0; properties without a definition are text. */
function plain(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  return value;
}

describe.each(GROUPS)('%s', (_, cases) => {
  it.each(cases)('%s', async (source, expected) => {
    const rows = await warehouse.rows(`select ${source} from events`);
    expect(rows.map((row) => row.map(plain))).toEqual([[plain(expected)]]);
  });
});
