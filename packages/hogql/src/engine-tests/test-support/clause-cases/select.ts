import type { Case, CaseGroup } from './case';

const GROUPING: Case[] = [
  // Totals are left out, as in PostHog.
  [
    'select event, count() from events group by event with totals order by event',
    [
      ['a', 1],
      ['b', 2],
    ],
  ],
  [
    'select event, count() as c from events group by all order by event',
    [
      ['a', 1],
      ['b', 2],
    ],
  ],
  [
    'select event, count() as c from events group by rollup(event) order by c, event',
    [
      ['a', 1],
      ['b', 2],
      ['', 3],
    ],
  ],
  [
    'select event, count() as c from events group by event with rollup order by c, event',
    [
      ['a', 1],
      ['b', 2],
      ['', 3],
    ],
  ],
  [
    'select event, distinct_id, count() as c from events group by cube(event, distinct_id) order by event, distinct_id',
    [
      ['', '', 3],
      ['', 'x', 2],
      ['', 'y', 1],
      ['a', '', 1],
      ['a', 'x', 1],
      ['b', '', 2],
      ['b', 'x', 1],
      ['b', 'y', 1],
    ],
  ],
  [
    'select event, distinct_id, count() from events group by grouping sets ((event), (distinct_id), ()) order by event, distinct_id',
    [
      ['', '', 3],
      ['', 'x', 2],
      ['', 'y', 1],
      ['a', '', 1],
      ['b', '', 2],
    ],
  ],
];

const WINDOWS: Case[] = [
  [
    'select number, row_number() over w from numbers(2) window w as (order by number desc) order by number',
    [
      [0, 2],
      [1, 1],
    ],
  ],
  [
    'select number, sum(number) over w as s, count() over v from numbers(3) window w as (order by number rows between 1 preceding and current row), v as (partition by 1) order by number',
    [
      [0, 0, 3],
      [1, 1, 3],
      [2, 3, 3],
    ],
  ],
  [
    'select number from numbers(5) qualify row_number() over (order by number desc) <= 2 order by number',
    [[3], [4]],
  ],
  [
    'select event, distinct_id, row_number() over (partition by event order by distinct_id) as r from events qualify r = 1 order by event',
    [
      ['a', 'x', 1],
      ['b', 'x', 1],
    ],
  ],
];

const ORDERING: Case[] = [
  ['select number as n from numbers(1) order by n with fill from 0 to 6 step 2', [[0], [2], [4]]],
  [
    'select number as n, 7 as seven from numbers(1) order by n with fill from 0 to 3 interpolate (seven as seven + 1)',
    [
      [0, 7],
      [1, 8],
      [2, 9],
    ],
  ],
  [
    "select toStartOfDay(timestamp) as day, count() as c from events group by day order by day with fill to toDateTime('2024-03-03') step interval 1 day",
    [
      ['2024-03-01 00:00:00', 3],
      ['2024-03-02 00:00:00', 0],
    ],
  ],
  ['select arrayJoin([1, null, 2]) as v order by v desc nulls first', [[null], [2], [1]]],
  [
    "select arrayJoin(['b', 'Z', 'ä', 'a']) as v order by v collate 'de'",
    [['a'], ['ä'], ['b'], ['Z']],
  ],
  [
    "select v from (values ('b'), (null), ('ä')) as t(v) order by v desc nulls first collate 'sv'",
    [[null], ['ä'], ['b']],
  ],
  ['select arrayJoin([1, null, 2]) as v order by v desc', [[2], [1], [null]]],
  [
    'select intDiv(number, 4) as n from numbers(10) order by n limit 1 with ties',
    [[0], [0], [0], [0]],
  ],
  ['select number from numbers(10) order by number limit 30 %', [[0], [1], [2]]],
  ['select number from numbers(10) order by number limit 20 % offset 1', [[1], [2]]],
  ['select number from numbers(3) order by number limit 100 %', [[0], [1], [2]]],
  [
    'select distinct on (event) event, distinct_id from events order by event, distinct_id',
    [
      ['a', 'x'],
      ['b', 'x'],
    ],
  ],
  ['select count() from (select number from numbers(10) order by number limit 50 %)', [[5]]],
  [
    '(select 1 as n) union all (select 1) union all (select 2) order by n limit 1 with ties',
    [[1], [1]],
  ],
];

const NULL_TREATMENT: Case[] = [
  [
    'select any(v) ignore nulls, any(v) respect nulls, any(v respect nulls) filter (where v = 1) from (select arrayJoin([null, 1]) as v)',
    [[1, null, 1]],
  ],
  [
    'select last_value(v) respect nulls over w, last_value(v ignore nulls) over w from (values (1, 5), (2, null)) as t(k, v) window w as (order by k) order by k',
    [
      [5, 5],
      [null, 5],
    ],
  ],
  ['select sum(v) ignore nulls, count(v) ignore nulls from (values (null), (2)) as t(v)', [[2, 1]]],
];

const CTES: Case[] = [
  ['with a(x, y) as (select 1, 2) select x, y from a', [[1, 2]]],
  [
    'with a as materialized (select 1 as x), b as not materialized (select 2 as y) select x, y from a cross join b',
    [[1, 2]],
  ],
  [
    'with recursive r as (select 1 as n union all select n + 1 from r where n < 300) select count(), max(n) from r',
    [[300, 300]],
  ],
  [
    'with recursive f(i, a, b) as (select 0, 0, 1 union all select i + 1, b, a + b from f where i < 10) select a from f where i = 10',
    [[55]],
  ],
  [
    "with recursive r as (select 'a' as e union all select events.event from r join events on events.event > r.e where r.e = 'a') select distinct e from r order by e",
    [['a'], ['b']],
  ],
  ['select x, y from (select 1, 2) as t(x, y)', [[1, 2]]],
  ['select n from numbers(2) as t(n) order by n', [[0], [1]]],
];

const SETS: Case[] = [
  [
    'select 1 as a, 2 as b union all by name select 3 as b, 4 as a order by a',
    [
      [1, 2],
      [4, 3],
    ],
  ],
  [
    '(select 1 as a) union all by name (select 2 as b) order by a',
    [
      [1, null],
      [null, 2],
    ],
  ],
  ['select 1 as a union by name select 1 as a', [[1]]],
  [
    'select number from numbers(3) intersect distinct select number from numbers(1, 5) order by number',
    [[1], [2]],
  ],
];

const COLUMNS: Case[] = [
  ['select * exclude (b) from (select 1 as a, 2 as b, 3 as c)', [[1, 3]]],
  ['select t.* exclude (a), 9 as z from (select 1 as a, 2 as b) as t', [[2, 9]]],
  ["select columns('^[ab]$') from (select 1 as a, 2 as b, 3 as ab)", [[1, 2]]],
  ['select columns(a, b) from (select 1 as a, 2 as b, 3 as c)', [[1, 2]]],
  [
    'select columns(* exclude (c) replace (a + 10 as a)) from (select 1 as a, 2 as b, 3 as c)',
    [[11, 2]],
  ],
  ["select columns('^event$') from events order by 1 limit 1", [['a']]],
];

const AGGREGATES: Case[] = [
  ['select groupArray(number order by number desc) from numbers(3)', [[[2, 1, 0]]]],
  ['select groupArray(2)(number order by number desc) from numbers(3)', [[[2, 1]]]],
  [
    'select array_agg(number order by number % 2, number) filter (where number > 0) from numbers(4)',
    [[[2, 1, 3]]],
  ],
  [
    'select any(number order by number desc), anyLast(number order by number desc) from numbers(3)',
    [[2, 0]],
  ],
  ['select sum(number order by number) from numbers(3)', [[3]]],
  ['select groupArray(properties.missing order by event) from events', [[[]]]],
  ["select try_cast('1' as int), try_cast('x' as int)", [[1, null]]],
];

export const SELECT_CASES: readonly CaseGroup[] = [
  ['GROUP BY', GROUPING],
  ['windows', WINDOWS],
  ['ORDER BY and LIMIT', ORDERING],
  ['IGNORE NULLS', NULL_TREATMENT],
  ['WITH', CTES],
  ['sets', SETS],
  ['several columns', COLUMNS],
  ['aggregations', AGGREGATES],
];
