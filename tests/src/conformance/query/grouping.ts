import type { ResultCases } from './case';

const PER_EVENT = [
  ['$pageview', 6],
  ['purchase', 3],
  ['$identify', 1],
  ['signup', 1],
];

export const grouping: ResultCases = {
  project: 'utc',
  cases: [
    [
      `select event, count() as total from events group by event order by total desc, event`,
      PER_EVENT,
      ['event', 'total'],
    ],
    [
      `select event, count() from events group by event order by count() desc, event`,
      PER_EVENT,
      ['event', 'count()'],
    ],
    [`select event, count() from events group by event order by 2 desc, 1 asc`, PER_EVENT],
    [`select event, count() from events group by 1 order by 2 desc, 1`, PER_EVENT],
    [
      `select event as e, count() as c from events group by e order by c desc, e`,
      PER_EVENT,
      ['e', 'c'],
    ],
    [
      `select event, count() c from events group by event having c > 1 order by c desc`,
      PER_EVENT.slice(0, 2),
    ],
    [
      `select event from events group by event having count() = 1 order by event`,
      [['$identify'], ['signup']],
    ],
    [
      `select properties.$browser as browser, count() from events group by browser order by browser`,
      [
        ['Chrome', 4],
        ['Firefox', 1],
        ['Safari', 1],
        [null, 5],
      ],
    ],
    [
      `select properties.$browser, properties.is_new, count() from events where event = '$pageview' group by properties.$browser, properties.is_new order by 1, 2`,
      [
        ['Chrome', false, 1],
        ['Chrome', true, 1],
        ['Chrome', null, 2],
        ['Firefox', true, 1],
        ['Safari', null, 1],
      ],
    ],
    [
      `select distinct_id, count() as c from events group by distinct_id order by c desc, distinct_id limit 2`,
      [
        ['ann', 6],
        ['bob', 2],
      ],
    ],
    [
      `select distinct_id, count() as c from events group by distinct_id order by c desc, distinct_id limit 2 offset 1`,
      [
        ['bob', 2],
        ['cid', 2],
      ],
    ],
    [
      `select distinct event from events order by event`,
      [['$identify'], ['$pageview'], ['purchase'], ['signup']],
    ],
    [`select distinct event from events order by event desc limit 1`, [['signup']]],
    // The result is the same whether persons are looked up one by one or all together.
    [
      `select (select groupArray(id) from (select uuid as id, person_id from events order by uuid limit 3 offset 2)) = (select arraySlice(arraySort(groupArray(uuid)), 3, 3) from events)`,
      [[1]],
    ],
    [
      `select event, distinct_id from events order by timestamp limit 1 by event`,
      [
        ['$pageview', 'ann'],
        ['purchase', 'ann'],
        ['signup', 'cid'],
        ['$identify', 'cid'],
      ],
    ],
    [
      `select if(event = 'purchase', 'money', 'other') as kind, count() from events group by kind order by kind`,
      [
        ['money', 3],
        ['other', 8],
      ],
    ],
    [
      `select multiIf(toFloat(properties.amount) >= 40, 'big', toFloat(properties.amount) >= 10, 'mid', 'small') as size, count() from events where event = 'purchase' group by size order by size`,
      [
        ['big', 1],
        ['mid', 1],
        ['small', 1],
      ],
    ],
    [
      `select case when event like '$%' then 'auto' when event = 'signup' then 'key' else 'custom' end as class, count() from events group by class order by class`,
      [
        ['auto', 7],
        ['custom', 3],
        ['key', 1],
      ],
    ],
    [
      `select case event when 'signup' then 1 else 0 end as s, count() from events group by s order by s`,
      [
        [0, 10],
        [1, 1],
      ],
    ],
    [`select count() from events group by event having event = 'purchase'`, [[3]]],
    [`select person_id = person_id, count() from events group by 1`, [[1, 11]]],
    [
      `select properties.currency as c, sum(toFloat(properties.amount)) from events where event = 'purchase' group by c order by sum(toFloat(properties.amount)) desc`,
      [
        ['EUR', 59.99],
        ['USD', 5],
      ],
    ],
  ],
};
