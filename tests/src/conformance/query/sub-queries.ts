import type { ResultCases } from './case';

export const subQueries: ResultCases = {
  project: 'utc',
  cases: [
    [
      `select avg(c) from (select distinct_id, count() as c from events group by distinct_id)`,
      [[2.75]],
    ],
    [
      `select max(per.c) from (select distinct_id, count() as c from events group by distinct_id) as per`,
      [[6]],
    ],
    [
      `with per as (select distinct_id, count() as c from events group by distinct_id) select distinct_id from per where c = 6`,
      [['ann']],
    ],
    [
      `with a as (select distinct_id from events where event = 'purchase'), b as (select distinct distinct_id from a) select count() from b`,
      [[2]],
    ],
    [
      `select count() from events where distinct_id in (select distinct_id from events where event = 'purchase')`,
      [[8]],
    ],
    [
      `select count() from events where distinct_id not in (select distinct_id from events where event = 'purchase')`,
      [[3]],
    ],
    [
      `select count() from events where person_id in (select id from persons where properties.plan = 'free')`,
      [[5]],
    ],
    [
      `with buyers as (select distinct person_id from events where event = 'purchase') select count() from events where person_id in buyers`,
      [[8]],
    ],
    [
      `with buyers as (select distinct person_id from events where event = 'purchase') select count() from events where person_id in (select person_id from buyers)`,
      [[8]],
    ],
    [`select (select count() from events) as everything`, [[11]]],
    [
      `select event, count() / (select count() from events) from events where event = 'signup' group by event`,
      [['signup', 1 / 11]],
    ],
    [
      `(select 'a' as kind, count() from events where event = 'signup' union all select 'b', count() from events where event = 'purchase') order by kind`,
      [
        ['a', 1],
        ['b', 3],
      ],
    ],
    [
      `select kind, n from (select 'a' as kind, 1 as n union all select 'b', 2) order by n desc`,
      [
        ['b', 2],
        ['a', 1],
      ],
    ],
    [
      `select count() from (select event from events union distinct select event from events)`,
      [[4]],
    ],
    [
      `select count() from (select distinct distinct_id from events where event = 'purchase' intersect select distinct_id from events where event = '$pageview')`,
      [[2]],
    ],
    [
      `with 5 as threshold select count() from events where toFloat(properties.amount) > threshold`,
      [[2]],
    ],
    [
      `with (select max(timestamp) from events) as last select count() from events where timestamp = last`,
      [[1]],
    ],
    [
      `select c, count() from (select count() as c from events group by distinct_id) group by c order by c`,
      [
        [1, 1],
        [2, 2],
        [6, 1],
      ],
    ],
    [
      `select d.distinct_id from (select distinct_id, max(timestamp) as last from events group by distinct_id) d order by d.last desc limit 1`,
      [['ann']],
    ],
    [
      `select count() from events where (distinct_id, event) in (select distinct_id, event from events where event = 'purchase')`,
      [[3]],
    ],
    [`select arrayJoin([1, 2, 3]) as n`, [[1], [2], [3]]],
    [`select number * 2 as n from numbers(3) order by n desc`, [[4], [2], [0]]],
  ],
};
