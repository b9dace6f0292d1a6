import type { ResultCases } from './case';

export const syntax: ResultCases = {
  project: 'utc',
  cases: [
    [`SeLeCt EVENT_COUNT.c FrOm (sElEcT count() As c fRoM events) aS EVENT_COUNT`, [[11]]],
    [
      `select count() -- how many\nfrom events /* all\nof them */ where event = 'signup' // one`,
      [[1]],
    ],
    [`select count() from events;`, [[11]]],
    [`\n\t select\n\n1\n;`, [[1]]],
    [`select 1 as a, a + 1 as b, b * 2 as c`, [[1, 2, 4]], ['a', 'b', 'c']],
    [`select 1 one, 'x' "two words"`, [[1, 'x']], ['one', 'two words']],
    [`select event, distinct_id, from events where event = 'signup'`, [['signup', 'cid']]],
    [
      `select count() from events where event = 'signup' or event = 'purchase' and distinct_id = 'bob'`,
      [[2]],
    ],
    [
      `select count() from events where (event = 'signup' or event = 'purchase') and distinct_id != 'bob'`,
      [[3]],
    ],
    [`select count() from events where event in ['signup', 'purchase']`, [[4]]],
    [`select count() from events where event in ('signup')`, [[1]]],
    [`select count() from events where event <> '$pageview'`, [[5]]],
    [`select count() from events where event == 'signup'`, [[1]]],
    [`select event = 'signup' ? 'yes' : 'no' from events order by timestamp limit 1`, [['no']]],
    [`select null = null, 1 = null, null is null, 1 is not null, null != 1`, [[1, 0, 1, 1, 1]]],
    [`select count() from events where true`, [[11]]],
    [`select count() from events where 1 = 1 and not false`, [[11]]],
    [
      `select arrayMap(x -> x * 2, [1, 2, 3]), arrayFilter(x -> x > 1, [1, 2, 3]), arraySum([1, 2])`,
      [[[2, 4, 6], [2, 3], 3]],
    ],
    [
      `select length([1, 2]), has([1, 2], 2), indexOf(['a', 'b'], 'b'), [1, 2, 3][2], arrayStringConcat(['a', 'b'], '-')`,
      [[2, 1, 2, 2, 'a-b']],
    ],
    [`select 'quote '' and \\\\ backslash'`, [["quote ' and \\ backslash"]]],
    [`select 'ünïcode ✓ 🎉'`, [['ünïcode ✓ 🎉']]],
    [
      `select replaceAll('aXbX', 'X', '-'), substring('hello', 2, 3), trim('  a '), position('hello', 'l')`,
      [['a-b-', 'ell', 'a', 3]],
    ],
    [
      `select startsWith('hello', 'he'), endsWith('hello', 'lo'), splitByString(',', 'a,b'), reverse('abc')`,
      [[1, 1, ['a', 'b'], 'cba']],
    ],
    [
      `select extract('v12.3', '[0-9]+'), replaceRegexpAll('a1b2', '[0-9]', '#'), match('abc', 'b')`,
      [['12', 'a#b#', 1]],
    ],
    [
      `select coalesce(null, null, 3), ifNull(null, 4), nullIf(5, 5), if(1 > 2, 'a', 'b')`,
      [[3, 4, null, 'b']],
    ],
    [`select f'{event} by {distinct_id}' from events where event = 'signup'`, [['signup by cid']]],
    [`select number from numbers(5) where number between 1 and 3`, [[1], [2], [3]]],
    [
      `select event, row_number() over (partition by event order by timestamp) as n from events where event = 'purchase' order by timestamp`,
      [
        ['purchase', 1],
        ['purchase', 2],
        ['purchase', 3],
      ],
    ],
    [
      `select n, lagInFrame(n) over (order by n) from (select number + 1 as n from numbers(3)) order by n`,
      [
        [1, 0],
        [2, 1],
        [3, 2],
      ],
    ],
    [`select a.1, a.2 from (select ('x', 5) as a)`, [['x', 5]]],
    [`select cityHash64('a') = cityHash64('a'), empty(''), notEmpty('a')`, [[1, 1, 1]]],
    [`select * from (select 1 as a, 'b' as b)`, [[1, 'b']], ['a', 'b']],
    [`select s.* from (select 1 as a, 'b' as b) s`, [[1, 'b']], ['a', 'b']],
    [`select team_id > 0 from events limit 1`, [[1]]],
    [
      `select * from (values (1, 'a'), (2, null)) order by 1`,
      [
        [1, 'a'],
        [2, null],
      ],
      ['column1', 'column2'],
    ],
    [
      `select v from (values ('b'), ('Z'), ('ä')) as t(v) order by v collate 'de'`,
      [['ä'], ['b'], ['Z']],
    ],
    [
      `select any(v) ignore nulls, any(v) respect nulls from (values (null), (1)) as t(v)`,
      [[1, null]],
    ],
    [
      `select event, count() from events where event = 'signup' group by event with totals`,
      [['signup', 1]],
    ],
  ],
};
