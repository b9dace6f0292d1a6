import { createIsolatedClickHouse } from '@tidemark/testing';
import { FROM_CASES } from './test-support/clause-cases/from';
import { SELECT_CASES } from './test-support/clause-cases/select';
import { eventRow } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

let warehouse: Warehouse;

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert('events', [
    eventRow({ event: 'a', distinctId: 'x', properties: { n: 1, tags: ['p', 'q'] } }),
    eventRow({ event: 'b', distinctId: 'x', properties: { n: 2, tags: [] } }),
    eventRow({ event: 'b', distinctId: 'y', properties: { n: 3 } }),
    eventRow({ event: 'secret', distinctId: 'z', teamId: 2 }),
  ]);
});

afterAll(() => warehouse.close());

describe.each([...FROM_CASES, ...SELECT_CASES])('%s', (_, cases) => {
  it.each(cases)('%s', async (source, expected) => {
    expect(await warehouse.rows(source)).toEqual(expected);
  });
});
