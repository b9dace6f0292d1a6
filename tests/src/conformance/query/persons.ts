import type { ResultCases } from './case';

export const persons: ResultCases = {
  project: 'utc',
  cases: [
    [`select count() from persons`, [[3]]],
    [
      `select properties.email from persons order by properties.email`,
      [['ann@ex.com'], ['bob@other.org'], ['cid@ex.com']],
      ['email'],
    ],
    [
      `select properties.plan, count() from persons group by properties.plan order by 1`,
      [
        ['free', 2],
        ['pro', 1],
      ],
    ],
    [`select properties.email from persons where is_identified order by 1`, [['cid@ex.com']]],
    [
      `select person.properties.plan, count() from events where distinct_id in ('ann', 'bob') group by person.properties.plan order by 1`,
      [
        ['free', 2],
        ['pro', 6],
      ],
    ],
    [`select count() from events where person.properties.email ilike 'ANN@%.com'`, [[6]]],
    [`select count() from events where person.properties.age > 35`, [[2]]],
    [`select count() from events where person.properties.age = 30`, [[6]]],
    [`select count() from events where person.properties.admin`, [[6]]],
    [`select count() from events where person.properties.admin = true`, [[6]]],
    [`select uniq(person.id), uniq(person_id), uniqExact(person.id) from events`, [[3, 3, 3]]],
    [`select count() from events where person.properties.missing is null`, [[11]]],
    [
      `select person.properties.email, count() as c from events where event = 'purchase' group by 1 order by c desc`,
      [
        ['ann@ex.com', 2],
        ['bob@other.org', 1],
      ],
    ],
    [`select count() from person_distinct_ids`, [[4]]],
    [`select uniqExact(person_id) from person_distinct_ids`, [[3]]],
    [
      `select distinct_id from person_distinct_ids order by distinct_id`,
      [['ann'], ['bob'], ['cid'], ['cid-anon']],
    ],
    [`select pdi.person_id = person_id from events where event = 'signup'`, [[1]]],
    [`select pdi.person.properties.email from events where event = 'signup'`, [['cid@ex.com']]],
    [`select person.properties['email'] from events where event = '$identify'`, [['cid@ex.com']]],
    [`select person.created_at is not null from events where event = 'signup'`, [[1]]],
    [`select toTypeName(id) from persons limit 1`, [['UUID']]],
    [`select avg(toFloat(properties.age)) from persons`, [[35]]],
  ],
};
