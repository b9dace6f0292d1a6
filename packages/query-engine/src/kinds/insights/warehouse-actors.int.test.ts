import type { InsightFixture } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';
import {
  warehouseActors,
  warehouseNumbers,
  rejectedWarehouseQueries,
  warehouseShapes,
} from './test-support/warehouse-cases';
import { warehouseEvents, warehouseWorld } from './test-support/warehouse-world';

let fixture: InsightFixture;
beforeAll(async () => {
  fixture = await createInsightFixture();
  await fixture.world(1, warehouseWorld);
  await fixture.events(1, warehouseEvents);
});
afterAll(() => fixture.close());

interface Line {
  readonly data?: readonly number[];
  readonly values?: readonly { readonly count: number }[];
}

describe('rows of tables', () => {
  it.each(warehouseNumbers)('have numbers: %s', async (_, query, expected) => {
    const { results } = await fixture.run<{ results: Line[] }>(query);
    const numbers = results.map(({ data, values }) => data ?? values?.map(({ count }) => count));
    expect(numbers).toEqual(expected);
  });

  it.each(warehouseShapes)('return: %s', async (_, query, expected) => {
    const { results } = await fixture.run<{ results: object[] }>(query);
    expect(results[0]).toMatchObject(expected);
  });

  it.each(warehouseActors)('have actors: %s', async (_, query, expected) => {
    const { results } = await fixture.run<{ results: unknown[][] }>({
      kind: 'InsightActorsQuery',
      ...query,
    });
    const width = expected[0]?.length;
    expect(results.map((row) => row.slice(0, width)).sort()).toEqual([...expected].sort());
  });

  it.each(rejectedWarehouseQueries)('reject %s', async (_, query, rejection) => {
    const message = expect.stringContaining(rejection.message) as string;
    await expect(fixture.run(query)).rejects.toMatchObject({ status: 400, ...rejection, message });
  });
});
