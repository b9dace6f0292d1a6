import type { Filter, Series } from '@tidemark/testing';
import { evaluateTrends, propertyRuns, propertyTimeout } from '@tidemark/testing';
import * as fc from 'fast-check';
import type { InsightFixture } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';
import { someFilter, someFilters } from './test-support/random-filters';
import { seriesNode, someSetting } from './test-support/random-insights';
import { WORLD, someRichEvents } from './test-support/random-world';

let fixture: InsightFixture;
let project = 0;
beforeAll(async () => {
  fixture = await createInsightFixture();
});
afterAll(() => fixture.close());

interface Result {
  readonly data: number[];
}

const LINE = { breakdowns: [], limit: 1, display: 'line' } as const;

it(
  'filters of every type and operator pick the events that they say',
  async () => {
    const scene = fc.record({
      events: someRichEvents,
      setting: someSetting,
      filters: fc.array(someFilters, { minLength: 12, maxLength: 12 }),
      shared: fc.array(someFilter, { maxLength: 1 }),
      testAccounts: fc.array(someFilter, { maxLength: 1 }),
      filterTestAccounts: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(scene, async ({ events, setting, filters, ...rest }) => {
        const { shared, testAccounts, filterTestAccounts } = rest;
        project += 1;
        await fixture.world(project, WORLD);
        await fixture.events(project, events);
        const of = { ...setting, world: WORLD };
        const series = filters.map((properties): Series => ({ event: null, properties }));
        const { results } = await fixture.run<{ results: Result[] }>(
          {
            kind: 'TrendsQuery',
            series: series.map(seriesNode),
            properties: shared,
            filterTestAccounts,
            interval: setting.interval,
            dateRange: { date_from: setting.from, date_to: setting.to },
          },
          {
            id: project,
            timezone: setting.zone,
            weekStartDay: setting.weekStart,
            testAccountFilters: testAccounts,
          },
        );
        const everywhere: readonly Filter[] = filterTestAccounts
          ? [...shared, ...testAccounts]
          : shared;
        for (const [index, one] of series.entries()) {
          const properties = [...everywhere, one.properties ?? []];
          const expected = evaluateTrends(
            events,
            { ...LINE, series: [{ ...one, properties }] },
            of,
          );
          expect({ filter: properties, data: results[index]?.data }).toEqual({
            filter: properties,
            data: expected[0]?.data,
          });
        }
      }),
      propertyRuns(10),
    );
  },
  propertyTimeout(),
);
