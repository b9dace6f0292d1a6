import { createIsolatedClickHouse } from '@tidemark/testing';
import { eventRow } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

let warehouse: Warehouse;

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert('events', [
    eventRow({ event: 'a', distinctId: 'x', properties: { n: 1 } }),
    eventRow({ event: 'b', distinctId: 'x', properties: { n: 2 } }),
    eventRow({ event: 'b', distinctId: 'y', properties: { n: 3 } }),
  ]);
});

afterAll(() => warehouse.close());

describe('statements', () => {
  it.each<[string, unknown[][]]>([
    [
      'select event, count() as c from events group by event order by c desc',
      [
        ['b', 2],
        ['a', 1],
      ],
    ],
    [
      'select event, count() from events group by 1 order by 2 desc, 1',
      [
        ['b', 2],
        ['a', 1],
      ],
    ],
    ['select event, count() c from events group by event having c > 1', [['b', 2]]],
    ['select distinct event from events order by event', [['a'], ['b']]],
    ['select event from events order by event, distinct_id limit 1 by event', [['a'], ['b']]],
    ['select event from events order by event limit 1 offset 1', [['b']]],
    ["select event as e from events where e = 'a'", [['a']]],
    ["select lower(event) as event from events where event = 'a'", [['a']]],
    ["select count() as events from events where events.event = 'a'", [[1]]],
    [
      'select n, n + 1 as m, m * 2 from (select toInt(properties.n) as n from events) order by n limit 1',
      [[1, 2, 4]],
    ],
    ['select number from numbers(2)', [[0], [1]]],
    ['select number from numbers(5, 1)', [[5]]],
    [
      'select n.number, e.event from numbers(1) as n cross join events as e order by event limit 1',
      [[0, 'a']],
    ],
    ['select 1 union all select 1', [[1], [1]]],
    ['select 1 union distinct select 1', [[1]]],
    ['select 1 as n intersect select 2', []],
    ['select x from (select 2 as x union all select 1) order by x', [[1], [2]]],
    [
      "with a as (select event from events), b as (select event from a where event = 'a') select * from b",
      [['a']],
    ],
    ["with a as (select 'a') select count() from events where event in a", [[1]]],
    ["with a as (select 'a') select count() from events where event not in a", [[2]]],
    ["with 'a' as wanted select count() from events where event = wanted", [[1]]],
    ['with (select count() from events) as total select total, total * 2', [[3, 6]]],
    [
      'select n from (with c as (select 1 as n) select n from c union all select n + 1 from c) order by n',
      [[1], [2]],
    ],
    [
      "select count() from events where event in (select event from events where distinct_id = 'y')",
      [[2]],
    ],
    [
      'select a.event, b.distinct_id from events a join events b on a.event = b.event and a.uuid = b.uuid order by a.event limit 1',
      [['a', 'x']],
    ],
    [
      'select distinct event from events a join events b using (event) order by event',
      [['a'], ['b']],
    ],
    [
      "select e.event, s.c from events e left join (select distinct_id, count() as c from events group by distinct_id) s on e.distinct_id = s.distinct_id where e.event = 'a'",
      [['a', 2]],
    ],
    ['select event from events where event in {names} and properties.n = {n}', [['b']]],
    ['select count() from events where {filters}', [[3]]],
    ['select arrayExists(x -> x = event, [event]) from events limit 1', [[1]]],
    [
      "select arraySort(arrayMap(x -> concat(x, '!'), groupArray(event))) from events",
      [[['a!', 'b!', 'b!']]],
    ],
    ['select properties.events from events limit 1', [[null]]],
    ['select event, event from events order by 1 limit 1', [['a', 'a']]],
    ['select (1, 2).1 as a, [a, a] as b', [[1, [1, 1]]]],
    ["select count() from events prewhere event = 'a' where distinct_id = 'x'", [[1]]],
    [
      'select toStartOfDay(timestamp) as day, uniq(distinct_id) from events group by day',
      [['2024-03-01 00:00:00', 2]],
    ],
    [
      'select timestamp, count() from events group by timestamp',
      [['2024-03-01 10:00:00.000000', 3]],
    ],
    ['select 1 limit 0', []],
    [
      'select event, round(100 * count() / sum(count()) over (), 1) from events group by event order by event',
      [
        ['a', 33.3],
        ['b', 66.7],
      ],
    ],
    [
      "select e, [1, 2] as list from events array join list as e where event = 'a' order by e",
      [
        [1, [1, 2]],
        [2, [1, 2]],
      ],
    ],
    [
      "select toDate('2024-01-30') + number as day from numbers(dateDiff('day', toDate('2024-01-30'), toDate('2024-02-01')) + 1)",
      [['2024-01-30'], ['2024-01-31'], ['2024-02-01']],
    ],
    ['select number from numbers((select count() from events))', [[0], [1], [2]]],
    ['select count() from numbers(toInt(-1))', [[0]]],
    [
      "select toString(toDateTime(toDateTime64('2024-01-01 10:00:00.75', 2)))",
      [['2024-01-01 10:00:00']],
    ],
  ])('%s', async (source, expected) => {
    const values = { names: ['b', 'c'], n: 3 };
    expect(await warehouse.rows(source, { values })).toEqual(expected);
  });

  it('requests one row more than the default limit', async () => {
    expect(await warehouse.rows('select number from numbers(150)')).toHaveLength(101);
    expect(await warehouse.rows('select number from numbers(150) limit 120')).toHaveLength(120);
    expect(
      await warehouse.rows('select number from numbers(50) limit 40', { maxRows: 30 }),
    ).toHaveLength(30);
  });
});
