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
    fc.constantFrom(
      '(select max(distinct_id) from person_distinct_ids)',
      'distinct_id in (select key from groups union all select distinct_id from sessions)',
      'exists(select 1 from persons)',
      'groupArray(distinct_id) over (partition by event order by timestamp)',
      'lag(event) over (order by timestamp)',
      'sumIf(toInt(properties.n), event = 1)',
      "arrayMap(x -> (select count() from events where event = x), ['a'])",
      "splitByChar(',', distinct_id)[1]",
      'sortableSemver(properties.v)',
      "uniqueSurveySubmissionsFilter('s')",
      'getSurveyResponse(0)',
      'session.$entry_current_url',
      'pdi.person.properties.p',
      'group_0.properties.name',
    ),
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
  'events as a left anti join persons as p on a.person_id = p.id',
  'events as a right join (select distinct_id as d from events limit 5) as s on a.distinct_id = s.d',
  'events as a cross join numbers(3) as n',
  'events as a cross join numbers((select count() from events)) as n',
  'events as a, events as b, persons as c',
  'events as a asof join events as b on a.event = b.event and a.timestamp >= b.timestamp',
  'raw_persons as p join raw_person_distinct_ids as d on p.id = d.person_id',
  'session_replay_events as r join events as e on r.session_id = e.$session_id',
  'events array join [1, 2] as item',
  'events sample 1',
  'events as a left join (events as b join persons as p on b.person_id = p.id) on a.uuid = b.uuid',
  'events as a join events as b left join persons as p on b.person_id = p.id on a.uuid = b.uuid',
  'events as a right asof join events as b on a.event = b.event and a.timestamp >= b.timestamp',
  'events as a join persons as p on a.person_id = p.id right asof join events as b on a.event = b.event and a.timestamp >= b.timestamp',
  '(select event, distinct_id, properties from events) as a natural join groups as g',
  'raw_groups as g natural full join groups as h',
  "(values ('a', 'b'), ((select max(distinct_id) from events), 'x')) as v(event, distinct_id)",
  '(select * from events union distinct select * from events intersect select * from events) as u',
);

const tail = fc.constantFrom(
  '',
  ' limit 5',
  ' order by 1',
  ' group by 1',
  ' limit 3 offset 2',
  ' limit 1 by 1',
  ' group by all',
  ' group by rollup(event)',
  ' having count() > 0',
  ' order by 1 desc limit 5 with ties',
);

const select = fc
  .tuple(fc.array(expression, { minLength: 1, maxLength: 3 }), source, expression, tail)
  .map(
    ([columns, from, where, end]) =>
      `select ${columns.join(', ')} from ${from} where ${where} = 'w'${end}`,
  );

/** Clauses that must not precede a set operator. */
const tailOf = / (?:limit|order by|group by|having)\b.*$/;

const unambiguous = select.filter((text) => !/ join /.test(text));

export const randomStatement: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: unambiguous },
  { weight: 1, arbitrary: select },
  unambiguous.map((text) => `with c as (${text}) select * from c`),
  unambiguous.map((text) => `with c as (${text}), d as (select * from c) select * from d x, c y`),
  fc
    .tuple(unambiguous, fc.constantFrom('union all', 'union distinct', 'intersect', 'except'))
    .map(([text, op]) => `${text.replace(tailOf, '')} ${op} (${text})`),
  expression.map((text) => `with ${text} as shared select shared, event from events`),
  expression.map((text) => `select event from events prewhere ${text} = 1 where ${text} = 2`),
  fc.tuple(unambiguous, unambiguous).map(([a, b]) => `select * from (${a}) x cross join (${b}) y`),
);
