import * as fc from 'fast-check';

/** Statements that mostly compile, nested at random: tables, joins, sub-queries, WITH, sets, expressions. */
const column = fc.constantFrom(
  'event',
  'distinct_id',
  'properties.a',
  "properties['k 1']",
  'person_id',
  'person.properties.p',
  'timestamp',
  'team_id',
);

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    column,
    fc.integer({ min: 0, max: 99 }).map(String),
    fc.constantFrom("'x'", 'null', 'true', "'2024-01-01'"),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `concat(${a}, ${b})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('=', '!=', 'like', 'ilike'), tie('expression'))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a} and not ${b})`),
    tie('expression').map((a) => `toFloat(${a})`),
    tie('expression').map((a) => `if(${a} in ('a', 'b', null), ${a}, ${a})`),
    tie('expression').map((a) => `arrayMap(x -> concat(x, ${a}), ['1'])`),
    fc.constant('(select count() from events)'),
    fc.constant('event in (select event from events where properties.z > 1)'),
  ),
}));

const source = fc.constantFrom(
  'events',
  'events as e1',
  '(select * from events)',
  '(select event, distinct_id, properties, person_id, timestamp, team_id from events) as s',
  '(select event, distinct_id, properties, person_id, timestamp from events union all select event, distinct_id, properties, person_id, timestamp from events) as u',
  'events as a join persons as p on a.person_id = p.id',
  'events as a left join groups as g on a.$group_0 = g.key',
  'events as a left join sessions as s on a.$session_id = s.session_id',
  'events as a full join person_distinct_ids as d on a.person_id = d.person_id',
);

const tail = fc.constantFrom('', ' limit 5', ' order by 1', ' group by 1', ' limit 3 offset 2');

const select = fc
  .tuple(fc.array(expression, { minLength: 1, maxLength: 3 }), source, expression, tail)
  .map(
    ([columns, from, where, end]) =>
      `select ${columns.join(', ')} from ${from} where ${where} = 'w'${end}`,
  );

const unambiguous = select.filter((text) => !/ join /.test(text));

export const randomStatement: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: unambiguous },
  { weight: 1, arbitrary: select },
  unambiguous.map((text) => `with c as (${text}) select * from c`),
  fc.tuple(unambiguous, unambiguous).map(([a, b]) => `select * from (${a}) x cross join (${b}) y`),
);
