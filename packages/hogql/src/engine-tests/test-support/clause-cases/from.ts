import type { Case, CaseGroup } from './case';

const ARRAY_JOINS: Case[] = [
  [
    'select number, x from numbers(2) array join [1, 2] as x order by number, x',
    [
      [0, 1],
      [0, 2],
      [1, 1],
      [1, 2],
    ],
  ],
  ['select x + y from numbers(1) array join [1, 2] as x, [10, 20] as y order by 1', [[11], [22]]],
  ['select number, x from numbers(2) inner array join range(number) as x', [[1, 0]]],
  [
    'select number, x from numbers(2) left array join range(number) as x order by 1',
    [
      [0, 0],
      [1, 0],
    ],
  ],
  [
    "select event, tag from events array join JSONExtract(properties.tags, 'Array(String)') as tag order by tag",
    [
      ['a', 'p'],
      ['a', 'q'],
    ],
  ],
  ['select event from events array join [1, 2] as event order by event limit 1', [[1]]],
  ["select x from events array join ['k'] as x where event = 'a' and x = 'k' group by x", [['k']]],
  ['select x from (select [1, 2] as l) as t array join t.l as x order by x', [[1], [2]]],
  [
    'select a.event, x from events a join events b on a.uuid = b.uuid array join [1] as x order by 1 limit 1',
    [['a', 1]],
  ],
];

const A = '(select number, 1 as k from numbers(3)) as a';

const B = '(select number, 1 as k from numbers(1, 5)) as b';

const JOINS: Case[] = [
  [
    `select a.number, b.number from ${A} left any join ${B} on a.number = b.number order by 1`,
    [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
  ],
  [`select a.number from ${A} any join ${B} on a.k = b.k order by 1`, [[0]]],
  [`select a.number from ${A} left semi join ${B} on a.number = b.number order by 1`, [[1], [2]]],
  [`select a.number from ${A} semi left join ${B} on a.number = b.number order by 1`, [[1], [2]]],
  [`select a.number from ${A} left anti join ${B} on a.number = b.number`, [[0]]],
  [`select b.number from ${A} right semi join ${B} on a.number = b.number order by 1`, [[1], [2]]],
  [
    `select b.number from ${A} right anti join ${B} on a.number = b.number order by 1`,
    [[3], [4], [5]],
  ],
  [
    `select b.number from ${A} right any join ${B} on a.number = b.number order by 1`,
    [[1], [2], [3], [4], [5]],
  ],
  [
    `select a.number, b.number from ${A} asof join ${B} on a.k = b.k and a.number >= b.number order by 1`,
    [
      [1, 1],
      [2, 2],
    ],
  ],
  [
    `select a.number, b.number from ${A} asof left join ${B} on a.k = b.k and a.number >= b.number order by 1`,
    [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
  ],
  [`select a.number from ${A} all inner join ${B} on a.number = b.number order by 1`, [[1], [2]]],
  [
    'select a.number, b.number from numbers(2) as a positional join numbers(5, 2) as b order by 1',
    [
      [0, 5],
      [1, 6],
    ],
  ],
  ['select count() from events e left semi join persons p on e.person_id = p.id', [[0]]],
  [
    `select a.number, b.number from ${A} right asof join ${B} on a.k = b.k and a.number <= b.number order by 2`,
    [
      [1, 1],
      [2, 2],
      [2, 3],
      [2, 4],
      [2, 5],
    ],
  ],
  [
    'select e.event, f.event, v.n from events e join events f on e.uuid = f.uuid right asof join (values (1, 3), (1, 0)) as v(one, n) on v.one = toInt(length(e.event)) and toInt(e.properties.n) <= v.n order by v.n',
    [
      ['', '', 0],
      ['b', 'b', 3],
    ],
  ],
];

const NESTED_JOINS: Case[] = [
  // If the joins were flattened, the inner join would drop the row of `a` without partners.
  [
    'select a.number, b.number, c.number from numbers(3) a left join (numbers(1, 2) b join numbers(2, 1) c on b.number = c.number) on a.number = b.number order by 1',
    [
      [0, 0, 0],
      [1, 0, 0],
      [2, 2, 2],
    ],
  ],
  [
    'select a.number, c.number from numbers(3) a left join numbers(1, 2) b inner join numbers(2, 1) c on b.number = c.number on a.number = b.number order by 1',
    [
      [0, 0],
      [1, 0],
      [2, 2],
    ],
  ],
  [
    'select e.event, f.properties.n, g.properties.n from events e join (events f join events g using (uuid)) using (uuid) order by f.properties.n',
    [
      ['a', '1', '1'],
      ['b', '2', '2'],
      ['b', '3', '3'],
    ],
  ],
  [
    "select count() from events e, (events f left join (events g join persons p on g.person_id = p.id) on f.uuid = g.uuid) where e.event = 'a'",
    [[3]],
  ],
  ['select count() from numbers(2) a join (numbers(3) b) on a.number = b.number', [[2]]],
  [
    'select s.x from numbers(1) a join ((select 0 as x) s join (select 0 as y) on s.x = y) on a.number = s.x',
    [[0]],
  ],
];

const NATURAL_JOINS: Case[] = [
  ['select number from numbers(3) natural join numbers(1, 5) as b order by number', [[1], [2]]],
  [
    'select x, a.y, b.z from (select 1 as x, 2 as y) a natural join (select 1 as x, 3 as z) b',
    [[1, 2, 3]],
  ],
  [
    'select x, b.z from (select 1 as x, 2 as y) a natural left join (select 1 as x, 3 as y, 4 as z) b',
    [[1, 0]],
  ],
  [
    'select x, c.w from (select 1 as x) a natural join (select 1 as x, 3 as z) b natural join (select 3 as z, 5 as w) c',
    [[1, 5]],
  ],
];

const VALUES: Case[] = [
  [
    "select * from (values (1, 'a'), (2, 'b')) order by 1",
    [
      [1, 'a'],
      [2, 'b'],
    ],
  ],
  [
    "select v.x, v.y from (values (1, 'a'), (null, 'b')) as v(x, y) order by y",
    [
      [1, 'a'],
      [null, 'b'],
    ],
  ],
  ['select sum(column1) from (values (1), (2), (3 + 4))', [[10]]],
  [
    "select e.event, v.label from events e join (values ('a', 'first'), ('b', 'second')) as v(event, label) on e.event = v.event order by e.properties.n",
    [
      ['a', 'first'],
      ['b', 'second'],
      ['b', 'second'],
    ],
  ],
  ['select count() from (values ((select count() from events)), (4)) as v(n) where n = 3', [[1]]],
];

const SAMPLES: Case[] = [
  ['select count() from events sample 1', [[3]]],
  ['select count() from events sample 1/1', [[3]]],
  ['select count() from events sample 0', [[0]]],
  [
    'select (select count() from events sample 1/3) + (select count() from events sample 2/3 offset 1/3)',
    [[3]],
  ],
];

export const FROM_CASES: readonly CaseGroup[] = [
  ['ARRAY JOIN', ARRAY_JOINS],
  ['joins', JOINS],
  ['nested joins', NESTED_JOINS],
  ['natural joins', NATURAL_JOINS],
  ['VALUES', VALUES],
  ['SAMPLE', SAMPLES],
];
