import { compileHogQL } from '../../compile/compile-hogql';
import { compileContext } from '../../compile/test-support/context';
import { unguardedScans } from '../../compile/test-support/unguarded-scans';

/** The text after the guard of the first scan, up to the tables joined to it. */
function scanOf(source: string): string {
  const { sql } = compileHogQL(source, compileContext());
  expect(unguardedScans(sql, 1)).toEqual([]);
  return /PREWHERE t\.team_id = 1 (.*?)\) AS r\d+ LEFT JOIN/.exec(sql)?.[1] ?? '';
}

describe('the first rows are found before other tables are joined', () => {
  it.each<[string, string]>([
    ['select * from events order by timestamp desc limit 20', 'DESC LIMIT 20'],
    ['select person_id, event from events order by timestamp limit 20 offset 7', 'ASC LIMIT 27'],
    ['select person_id from events e order by e.event, e.uuid desc limit 5', 'LIMIT 5'],
    [
      'select person_id, properties.x from events where properties.y = 1 order by uuid limit 5',
      'LIMIT 5',
    ],
    ['select group_0.properties.x from events order by timestamp desc limit 5', 'LIMIT 5'],
    ['select event, group_0.key from events order by 1 limit 5', 'BY t.event ASC LIMIT 5'],
    [
      'select group_0.key as k, event as e from events order by 2 desc, uuid limit 5',
      'BY t.event DESC, t.uuid ASC LIMIT 5',
    ],
    ['select session.$entry_current_url from events order by timestamp desc limit 5', 'LIMIT 5'],
  ])('%s', (source, end) => {
    expect(scanOf(source).endsWith(end)).toBe(true);
  });

  it('moves the conditions, and checks them once', () => {
    const source =
      "select person_id from events where event = 'a' and lower(event) != 'b' order by timestamp limit 5";
    expect(scanOf(source)).toMatch(/^AND equals\(t\.event, .* WHERE .*lower\(t\.event\).*LIMIT 5$/);
    expect(compileHogQL(source, compileContext()).sql.match(/lower\(/g)).toHaveLength(1);
  });

  it.each([
    'select event from events order by timestamp desc limit 5',
    'select person_id from events',
    'select person_id from events limit 5',
    'select person_id from events order by person_id limit 5',
    "select event from events where person.properties.x = 'a' order by timestamp limit 5",
    'select event from events where person_id in (select id from persons) order by timestamp limit 5',
    'select person_id, count() from events group by person_id, timestamp order by timestamp limit 5',
    'select distinct person_id from events order by timestamp limit 5',
    'select person_id, arrayJoin([1, 2]) from events order by timestamp limit 5',
    'select person_id, row_number() over () from events order by timestamp limit 5',
    'select person_id from events order by timestamp limit 5 with ties',
    'select person_id from events order by timestamp limit 1 by event limit 5',
    'select person_id from events order by timestamp limit 10 %',
    'select group_0.key, event as e from events order by e limit 5',
    'select group_0.key from events order by 1 limit 5',
    'select group_0.key, event from events order by 1, 2 limit 5',
    'select 2, group_0.key from events order by 1 limit 5',
    'select group_0.key from events order by 7 limit 5',
    'select person_id, rowNumberInAllBlocks() from events order by timestamp limit 5',
    'with (count() over ()) as n select n, person_id from events order by timestamp limit 5',
    'with arrayJoin([1, 2]) as n select * from (select n, person_id from events order by timestamp limit 5)',
    'select pdi.person_id from events order by timestamp limit 5',
    'select e.person_id from events e join groups g on g.key = e.$group_0 order by e.timestamp limit 5',
  ])('not of %s', (source) => {
    expect(compileHogQL(source, compileContext()).sql).not.toMatch(/LIMIT \d+\) AS r\d+ LEFT/);
  });
});
