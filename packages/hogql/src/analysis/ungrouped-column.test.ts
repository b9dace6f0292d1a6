import { ungroupedColumn } from './ungrouped-column';

it.each([
  ['select event, timestamp, count() from events group by event', 'timestamp'],
  ['select timestamp, count() from events', 'timestamp'],
  ['select properties.$browser, count() from events', 'properties.$browser'],
  ['select lower(event), count() from events group by upper(event)', 'event'],
  ['select count() from events group by event order by timestamp', 'timestamp'],
  ['select e.event, max(e.timestamp) from events e', 'e.event'],
  ['select a from (select event as a, uuid, count() from events group by a)', 'uuid'],
])('%s: %s', (source, column) => {
  expect(ungroupedColumn(source)).toBe(column);
});

it.each([
  'select event, count() from events group by event',
  'select event as e, count() as c from events group by e order by c',
  'select event, count() from events group by 1',
  'select events.event, count() from events group by event',
  'select toDate(timestamp), count() from events group by toDate(timestamp)',
  'select event, timestamp from events order by timestamp',
  'select count(), (select max(number) from numbers(3)) from events',
  'not a query',
])('%s: none', (source) => {
  expect(ungroupedColumn(source)).toBeNull();
});
