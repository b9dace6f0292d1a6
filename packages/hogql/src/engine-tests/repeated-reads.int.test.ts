import { createIsolatedClickHouse } from '@tidemark/testing';
import { eventRow } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

let warehouse: Warehouse;

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  // One part each, so that the error could leave out a part.
  for (const event of ['a', 'b', 'c']) await warehouse.insert('events', [eventRow({ event })]);
});

afterAll(() => warehouse.close());

/**
 * The engine's query condition cache remembers which parts have no row for a condition. It mistook conditions above a
 * LIMIT for conditions of the guard below, and later queries of the project missed whole parts.
 */
describe('what one statement does not find, later ones still do', () => {
  it.each([
    "select event from (select event, distinct_id from events limit 1000) where event = 'a'",
    "select event from (select event from events order by event limit 1000) where event = 'b'",
    "select event from (select distinct event from events limit 5) where event = 'none'",
    "select event from events where event = 'c'",
    'select event from events where properties.missing = 1',
    "select e.event from events e join (select event from events limit 9) f on e.event = f.event where f.event = 'a'",
  ])('%s', async (statement) => {
    await warehouse.rows(statement);
    await warehouse.rows(statement);
    const rows = await warehouse.rows('select event from events order by event');
    expect(rows.flat()).toEqual(['a', 'b', 'c']);
  });
});
