import { compileHogQL } from '../../compile/compile-hogql';
import { compileContext } from '../../compile/test-support/context';
import { unguardedScans } from '../../compile/test-support/unguarded-scans';

function sqlOf(source: string): string {
  const { sql } = compileHogQL(source, compileContext());
  expect(unguardedScans(sql, 1)).toEqual([]);
  return sql;
}

/** The conditions beside the guard of events, without their constants. */
function early(source: string): string[] {
  const [, scan = ''] = sqlOf(source).split('FROM events AS t PREWHERE t.team_id = 1');
  const beside = scan.split(/ WHERE |\) AS \w+ | ORDER BY /)[0] ?? '';
  return [...beside.matchAll(/ AND (\w+)\((?:.*?, )?(t\.[`$\w]+)/g)].map(
    ([, compare, column]) => `${compare} ${column}`,
  );
}

describe('conditions on plain columns are printed beside the guard', () => {
  it.each<[string, string[]]>([
    ["from events where event = 'a'", ['equals t.event']],
    ["from events e where e.event in ('a', 'b')", ['in t.event']],
    ["from events where 'a' != event", ['notEquals t.event']],
    [
      "from events where timestamp >= '2024-01-01' and (event = 'a' and properties.x = 'b')",
      ['equals t.event', 'greaterOrEquals t.`timestamp`'],
    ],
    ["from events prewhere distinct_id = 'a' where true", ['equals t.distinct_id']],
    ["from events where event = 'a' and person.properties.x = 'b'", ['equals t.event']],
    [
      "from events array join [1, 2] as event where event = 1 and distinct_id = 'a'",
      ['equals t.distinct_id'],
    ],
    ["from events e left join groups g on g.key = e.event where e.event = 'a'", ['equals t.event']],
  ])('%s', (from, expected) => {
    expect(early(`select 1 ${from}`)).toEqual(expected);
  });

  it('and are checked once', () => {
    const sql = sqlOf("select count() from events where event = 'a' and properties.x = 'b'");
    expect(sql.match(/equals\(t\.event/g)).toHaveLength(1);
    expect(sql).toMatch(/AS r0 WHERE .*equals\(r0\.c2/);
  });

  it.each<[string, string]>([
    ["event = 'a' or distinct_id = 'b'", "or(equals(t.event, 'a'), equals(t.distinct_id, 'b'))"],
    [
      "event = 'a' and properties.x = 1 or event = 'b' and person.properties.y = 2",
      "or(equals(t.event, 'a'), equals(t.event, 'b'))",
    ],
    [
      "(event = 'a' and distinct_id = 'd' and properties.x = 1) or (event = 'b' and distinct_id = 'd')",
      "equals(t.distinct_id, 'd') AND or(equals(t.event, 'a'), equals(t.event, 'b'))",
    ],
    [
      "event = 'a' and properties.x = 1 or event = 'a' and properties.x = 2",
      "equals(t.event, 'a')",
    ],
    ["event = 'a' or event = 'a' and distinct_id = 'd'", "equals(t.event, 'a')"],
    [
      "(event = 'a' or event = 'b') and properties.x = 1 or event = 'c'",
      "or(or(equals(t.event, 'a'), equals(t.event, 'b')), equals(t.event, 'c'))",
    ],
  ])('and what follows from alternatives: %s', (where, expected) => {
    const { sql, params } = compileHogQL(`select 1 from events where ${where}`, compileContext());
    const readable = sql.replaceAll(/\{(p\d+):String\}/g, (_, name: string) => `'${params[name]}'`);
    expect(readable).toContain(`PREWHERE t.team_id = 1 AND ${expected}) AS r0`);
  });

  it('an alternative of plain conditions alone is checked once, others in the SELECT too', () => {
    const plain = sqlOf("select count() from events where event = 'a' or distinct_id = 'b'");
    expect(plain.match(/equals\(/g)).toHaveLength(2);
    const mixed = sqlOf(
      "select count() from events where event = 'a' and properties.x = 1 or event = 'b'",
    );
    expect(mixed.match(/equals\(t\.event/g)).toHaveLength(2);
    expect(mixed).toMatch(/AS r0 WHERE or\(and\(equals\(r0\.c\d/);
  });

  it.each([
    "from events where event = 'a' or properties.x = 'b'",
    "from events where event = 'a' or not (event = 'b')",
    "from events where event = 'a' or lower(event) = 'b'",
    "from groups g left join events e on g.key = e.event where e.event = 'a' or e.event = 'b'",
    "from events where not (event = 'a')",
    "from events where event like 'a%'",
    'from events where toInt(event) = 1',
    'from events where event = distinct_id',
    'from events where event in (select event from events)',
    "from events where properties.x = 'a'",
    "from events where person_id = '018f0000-0000-7000-8000-000000000000'",
    "from groups g left join events e on g.key = e.event where e.event = 'a'",
    'from (select event, count() as c from events group by event) where c = 1',
    "from events group by event having event = 'a'",
  ])('but nothing else does: %s', (from) => {
    expect(early(`select 1 ${from}`)).toEqual([]);
  });

  it('and no conditions on rows of which only the newest counts', () => {
    expect(sqlOf('select id from persons where is_identified = 1')).toContain(
      'FROM person AS t PREWHERE t.team_id = 1 GROUP BY t.id',
    );
  });
});
