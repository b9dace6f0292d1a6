import { compileHogQL } from './compile-hogql';
import { compileContext } from './test-support/context';

function sql(source: string): string {
  return compileHogQL(source, compileContext({ timezone: 'Europe/Berlin' })).sql;
}

describe('compileHogQL', () => {
  it.each([
    ['select 1', 'SELECT 1 AS c0 LIMIT 101 OFFSET 0'],
    [
      'select event, count() as total from events group by event',
      'SELECT r0.c0 AS c0, count() AS c1 FROM (SELECT t.event AS c0 FROM events AS t PREWHERE t.team_id = 1) AS r0 GROUP BY r0.c0 LIMIT 101 OFFSET 0',
    ],
    [
      'select timestamp from events limit 5',
      'SELECT toTimeZone(r0.c0, {p0:String}) AS c0 FROM (SELECT t.`timestamp` AS c0 FROM events AS t PREWHERE t.team_id = 1) AS r0 LIMIT 5',
    ],
    [
      "select count() from events where timestamp >= '2024-03-01'",
      'SELECT count() AS c0 FROM (SELECT t.`timestamp` AS c1 FROM events AS t PREWHERE t.team_id = 1 AND greaterOrEquals(t.`timestamp`, toDateTime64({p0:String}, 6, {p1:String}))) AS r0 LIMIT 101 OFFSET 0',
    ],
    [
      'select properties.a from events limit 1',
      'SELECT r0.c0 AS c1 FROM (SELECT if(isNotNull(dynamicElement(t.properties.@a, {p0:String})), dynamicElement(t.properties.@a, {p0:String}), toJSONString(t.properties.@a)) AS c0 FROM events AS t PREWHERE t.team_id = 1) AS r0 LIMIT 1',
    ],
    [
      "select count() from events where properties.a = 'x' limit 1",
      'SELECT count() AS c0 FROM (SELECT t.properties.a.:String AS c1 FROM events AS t PREWHERE t.team_id = 1) AS r0 WHERE ifNull(equals(r0.c1, {p0:String}), 0) LIMIT 1',
    ],
    [
      'select id from persons limit 1',
      'SELECT r0.c0 AS c0 FROM (SELECT t.id AS c0 FROM person AS t PREWHERE t.team_id = 1 GROUP BY t.id HAVING argMax(t.is_deleted, t.version) = 0) AS r0 LIMIT 1',
    ],
    [
      'select count() from events prewhere event = 1 where true limit 1',
      'SELECT count() AS c0 FROM (SELECT t.event AS c1 FROM events AS t PREWHERE t.team_id = 1 AND equals(t.event, 1)) AS r0 LIMIT 1',
    ],
    [
      'select s.properties.a from (select properties from events) as s limit 1',
      'SELECT r0.c0 AS c1 FROM (SELECT r1.c2 AS c2, r1.c0 AS c0 FROM (SELECT if(isNotNull(dynamicElement(t.properties.@a, {p0:String})), dynamicElement(t.properties.@a, {p0:String}), toJSONString(t.properties.@a)) AS c0, t.properties_text AS c2 FROM events AS t PREWHERE t.team_id = 1) AS r1) AS r0 LIMIT 1',
    ],
  ])('%s', (source, expected) => {
    expect(sql(source)).toBe(expected);
  });

  it('reads a property alone, never the whole bag, unless the bag is selected', () => {
    expect(sql('select properties.a, person.properties.b from events')).not.toMatch(
      /properties_text/,
    );
    expect(sql('select properties from events')).toContain('t.properties_text AS c0');
  });

  it('describes what it compiled', () => {
    const result = compileHogQL(
      'select event, count() as total, properties.$os, e.person.properties.a.b, 1 + 1 from events e group by event',
      compileContext(),
    );
    expect(result).toMatchObject({
      columns: ['event', 'total', '$os', 'a__b', '1 + 1'],
      pagination: { limit: 100, offset: 0 },
      tableNames: ['events'],
      warnings: [],
      params: {},
    });
    expect(result.hogql).toMatch(/^SELECT event, count\(\) AS total, .* LIMIT 101 OFFSET 0$/);
  });

  it('distinguishes columns of one name by their text', () => {
    const { columns } = compileHogQL(
      'select a.event, b.event from events a cross join events b',
      compileContext(),
    );
    expect(columns).toEqual(['a.event', 'b.event']);
  });

  it('names a table once, and only real ones', () => {
    const { tableNames } = compileHogQL(
      'with x as (select * from events) select * from x where person_id in (select id from persons) and event in (select event from events)',
      compileContext(),
    );
    expect(tableNames).toEqual(['events', 'persons']);
  });
});
