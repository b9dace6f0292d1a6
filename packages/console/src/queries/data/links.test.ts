import { eventsNamed, rowsOfTable, trendOfEvent } from './links';

it('links to the events of a name, with a property or without', () => {
  expect(eventsNamed('viewed')).toEqual({ kind: 'EventsQuery', event: 'viewed' });
  expect(eventsNamed('viewed', 'plan')).toMatchObject({
    event: 'viewed',
    properties: [{ type: 'event', key: 'plan', operator: 'is_set' }],
  });
});

it('counts one event', () => {
  expect(trendOfEvent('viewed').series).toEqual([
    { kind: 'EventsNode', event: 'viewed', name: 'viewed', math: 'total' },
  ]);
});

it('quotes table names that need it', () => {
  expect(rowsOfTable('customers').query).toBe('select * from customers limit 100');
  expect(rowsOfTable('my table').query).toBe('select * from `my table` limit 100');
});
