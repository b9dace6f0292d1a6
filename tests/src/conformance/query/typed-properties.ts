import type { ResultCases } from './case';

/**
 * The types that ingestion inferred from the seed: `amount`, `load_ms` Numeric, `is_new` Boolean, `age` (person)
 * Numeric.
 */
export const typedProperties: ResultCases = {
  project: 'utc',
  cases: [
    [
      `select max(properties.amount), min(properties.amount) from events`,
      [[40, 5]], // compared as text, 5 would be the maximum
    ],
    [
      `select properties.amount from events where properties.amount is not null order by properties.amount desc`,
      [[40], [19.99], [5]],
    ],
    [
      `select properties.load_ms, count() from events where properties.load_ms is not null group by properties.load_ms order by 1`,
      [
        [80.5, 1],
        [120, 1],
        [250, 1],
        [300, 1],
      ],
    ],
    [
      `select properties.is_new, toTypeName(properties.is_new) from events order by timestamp limit 1`,
      [[true, 'Nullable(Bool)']],
    ],
    [`select toTypeName(properties.amount) from events limit 1`, [['Nullable(Float64)']]],
    [`select toTypeName(properties.currency) from events limit 1`, [['Nullable(String)']]],
    [`select count() from events where properties.amount > '10'`, [[2]]],
    [`select count() from events where properties.amount = '5.0'`, [[1]]],
    [`select count() from events where properties.is_new in (true, false)`, [[3]]],
    [`select avg(properties.load_ms), sum(properties.is_new) from events`, [[187.625, 2]]],
    [`select max(person.properties.age), max(poe.properties.age) from events`, [[40, 40]]],
    [
      `select properties.age, properties.admin from persons where properties.age is not null order by properties.age desc`,
      [
        [40, false],
        [30, true],
      ],
    ],
    [
      `select coalesce(properties.amount, 'none') as a, count() from events group by a order by a`,
      [
        ['19.99', 1],
        ['40', 1],
        ['5', 1],
        ['none', 8],
      ],
    ],
    [
      `select a + 1 from (select properties.amount as a from events where event = 'purchase') where a > 10 order by a`,
      [[20.99], [41]],
    ],
    [
      `select p.amount from (select properties as p from events) where p.amount > 10 order by p.amount`,
      [[19.99], [40]],
    ],
  ],
};
