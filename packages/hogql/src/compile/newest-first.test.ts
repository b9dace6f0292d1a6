import { compileHogQL } from './compile-hogql';
import { compileContext } from './test-support/context';
import { unguardedScans } from './test-support/unguarded-scans';

const shortcuts = (source: string) => compileHogQL(source, compileContext()).shortcuts;

describe('the newest events are searched in the last days first', () => {
  it.each<[string, number]>([
    ['select * from events order by timestamp desc', 101],
    ['select * from events order by timestamp desc limit 20', 20],
    ['select event, person.properties.x from events e order by e.timestamp desc limit 5', 5],
    ["select uuid from events where event = 'x' order by timestamp desc, uuid limit 5 offset 7", 5],
  ])('%s', (source, enoughRows) => {
    const tried = shortcuts(source);
    expect(tried.map((shortcut) => shortcut.enoughRows)).toEqual([
      enoughRows,
      enoughRows,
      enoughRows,
    ]);
    for (const { sql } of tried) {
      expect(unguardedScans(sql, 1)).toEqual([]);
      expect(sql).toMatch(/WHERE .*greaterOrEquals\(\w+\.`timestamp`, toDateTime\(17\d{8}, /);
    }
  });

  it.each([
    'select * from events',
    'select * from events order by timestamp limit 5',
    'select * from events order by created_at desc limit 5',
    'select * from persons order by created_at desc limit 5',
    "select * from events where timestamp < '2024-01-01' order by timestamp desc limit 5",
    "select * from events where distinct_id = 'x' order by timestamp desc limit 5",
    'select count() from events order by timestamp desc limit 5',
    'select event, count() from events group by event, timestamp order by timestamp desc limit 5',
    'select distinct event from events order by timestamp desc limit 5',
    'select arrayJoin([1, 2]), timestamp as t from events order by timestamp desc limit 5',
    'select row_number() over (order by timestamp) from events order by timestamp desc limit 5',
    'select event from events order by timestamp desc limit 1 by event',
    'select created_at as timestamp from events order by timestamp desc limit 5',
    'with events as (select 1 as timestamp) select timestamp from events order by timestamp desc limit 5',
    'select e.event from events e join events f on e.uuid = f.uuid order by e.timestamp desc limit 5',
    'select event from events order by timestamp desc limit 5 union all select event from events',
  ])('but not for %s', (source) => {
    expect(shortcuts(source)).toEqual([]);
  });
});
