import type { ResultCases } from './case';

export const joins: ResultCases = {
  project: 'utc',
  cases: [
    [
      `select a.number, b.number, c.number from numbers(3) a left join (numbers(1, 2) b join numbers(2, 1) c on b.number = c.number) on a.number = b.number order by 1`,
      [
        [0, 0, 0],
        [1, 0, 0],
        [2, 2, 2],
      ],
    ],
    [
      `select e.event, p.properties.plan from events e join (person_distinct_ids d join persons p on p.id = d.person_id) on d.distinct_id = e.distinct_id where e.event = 'signup'`,
      [['signup', 'free']],
    ],
    [`select number from numbers(3) natural join numbers(1, 5) as b order by number`, [[1], [2]]],
    [
      `select a.number, b.number from (select number, 1 as k from numbers(2)) a right asof join (select number, 1 as k from numbers(1, 2)) b on a.k = b.k and a.number <= b.number order by 2`,
      [
        [1, 1],
        [1, 2],
      ],
    ],
    [
      `select e.event, v.label from events e join (values ('signup', 'first'), ('purchase', 'last')) as v(event, label) using (event) where e.event = 'signup'`,
      [['signup', 'first']],
    ],
    [
      `select p.properties.email, count() from events e join persons p on e.person_id = p.id group by p.properties.email order by 1`,
      [
        ['ann@ex.com', 6],
        ['bob@other.org', 2],
        ['cid@ex.com', 3],
      ],
    ],
    [
      `select d.distinct_id from persons as p inner join person_distinct_ids as d on d.person_id = p.id where p.properties.email = 'cid@ex.com' order by d.distinct_id`,
      [['cid'], ['cid-anon']],
    ],
    [
      `select p.properties.plan as plan, countIf(e.event = 'purchase') as purchases from persons p left join events e on e.person_id = p.id group by plan order by plan`,
      [
        ['free', 1],
        ['pro', 2],
      ],
    ],
    [
      `select events.event, persons.properties.plan from events join persons on events.person_id = persons.id where events.event = 'signup'`,
      [['signup', 'free']],
    ],
    [
      `select e.distinct_id, p.properties.email from events e join person_distinct_ids d on d.distinct_id = e.distinct_id join persons p on p.id = d.person_id where e.event in ('signup', '$identify') order by e.timestamp`,
      [
        ['cid', 'cid@ex.com'],
        ['cid', 'cid@ex.com'],
      ],
    ],
    [
      `select a.distinct_id, dateDiff('minute', a.timestamp, b.timestamp) from events a join events b on a.distinct_id = b.distinct_id where a.event = 'signup' and b.event = '$identify'`,
      [['cid', 5]],
    ],
    [
      `select e.distinct_id, t.total from (select distinct distinct_id from events) e left join (select distinct_id, sum(toFloat(properties.amount)) as total from events where event = 'purchase' group by distinct_id) t on t.distinct_id = e.distinct_id order by e.distinct_id`,
      [
        ['ann', 59.99],
        ['bob', 5],
        ['cid', null],
        ['cid-anon', null],
      ],
    ],
    [`select count() from events cross join (select 1 as one) x`, [[11]]],
    [
      `select count() from events e join persons p on p.id = e.person_id and p.properties.plan = 'free'`,
      [[5]],
    ],
    [`select count() from events e join persons p using (team_id)`, [[33]]],
    [
      `select count() from persons p where p.id in (select person_id from events where event = 'purchase')`,
      [[2]],
    ],
    [
      `select p.id = e.person_id from events e left join persons p on p.id = e.person_id limit 1`,
      [[1]],
    ],
  ],
};
