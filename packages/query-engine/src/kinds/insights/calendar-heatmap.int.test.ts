import type { InsightFixture, TestEvent } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';
import type { Series, Setting } from '@tidemark/testing';
import { evaluateHeatmap, propertyRuns, propertyTimeout } from '@tidemark/testing';
import * as fc from 'fast-check';
import { seriesNode, someEntity, someEvents, someSetting } from './test-support/random-insights';

let fixture: InsightFixture;
let project = 0;
beforeAll(async () => {
  fixture = await createInsightFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  project += 1;
});

const PAGEVIEW = { kind: 'EventsNode', event: '$pageview' };

async function heatmap(more: object = {}, options: object = {}): Promise<unknown> {
  const { results } = await fixture.run<{ results: unknown }>(
    { kind: 'CalendarHeatmapQuery', series: [PAGEVIEW], ...more },
    { id: project, ...options },
  );
  return results;
}

/** 2020-01-15 was a Wednesday. */
const EVENTS: TestEvent[] = [
  { who: 'a', at: '2020-01-15 10:05:00', session: 's1' },
  { who: 'a', at: '2020-01-15 10:45:00', session: 's1' },
  { who: 'b', at: '2020-01-15 11:00:00', session: 's2', properties: { plan: 'pro' } },
  { who: 'a', at: '2020-01-19 23:30:00', session: 's3' },
  { who: 'c', at: '2020-01-19 23:30:00', event: 'other' },
  { who: 'c', at: '2019-12-01 10:00:00' },
];

it('counts events by hour and day of the week', async () => {
  await fixture.events(project, EVENTS);
  await fixture.events(project + 1_000, EVENTS);
  expect(await heatmap()).toEqual({
    data: [
      { row: 3, column: 10, value: 2 },
      { row: 3, column: 11, value: 1 },
      { row: 7, column: 23, value: 1 },
    ],
    rowAggregations: [
      { row: 3, value: 3 },
      { row: 7, value: 1 },
    ],
    columnAggregations: [
      { column: 10, value: 2 },
      { column: 11, value: 1 },
      { column: 23, value: 1 },
    ],
    allAggregations: 4,
  });
});

it('counts users once in each cell, row, column and in all', async () => {
  await fixture.events(project, EVENTS);
  expect(await heatmap({ series: [{ ...PAGEVIEW, math: 'dau' }] })).toEqual({
    data: [
      { row: 3, column: 10, value: 1 },
      { row: 3, column: 11, value: 1 },
      { row: 7, column: 23, value: 1 },
    ],
    rowAggregations: [
      { row: 3, value: 2 },
      { row: 7, value: 1 },
    ],
    columnAggregations: [
      { column: 10, value: 1 },
      { column: 11, value: 1 },
      { column: 23, value: 1 },
    ],
    allAggregations: 2,
  });
});

it('follows the clock of the project', async () => {
  await fixture.events(project, EVENTS);
  expect(await heatmap({}, { timezone: 'Asia/Tokyo' })).toMatchObject({
    data: [
      { row: 1, column: 8, value: 1 },
      { row: 3, column: 19, value: 2 },
      { row: 3, column: 20, value: 1 },
    ],
  });
});

it('applies filters, goals and samples', async () => {
  await fixture.events(project, EVENTS);
  const total = async (more: object) =>
    ((await heatmap(more)) as { allAggregations: number }).allAggregations;
  const pro = [{ key: 'plan', type: 'event', operator: 'exact', value: 'pro' }];
  expect(await total({ properties: pro })).toBe(1);
  expect(await total({ series: [{ ...PAGEVIEW, properties: pro }] })).toBe(1);
  expect(await total({ conversionGoal: { customEventName: 'other' } })).toBe(1);
  expect(await total({ dateRange: { date_from: '2019-11-01', date_to: '2019-12-31' } })).toBe(1);
  expect(await total({ dateRange: { date_from: '2010-01-01', date_to: '2010-02-01' } })).toBe(0);
});

it.each([
  [{ series: [{ ...PAGEVIEW, math: 'weekly_active' }] }, 'series__0__math'],
  [{ series: [{ kind: 'ActionsNode', id: 99 }] }, 'series__0__id'],
  [{ conversionGoal: { actionId: 99 } }, 'conversionGoal__actionId'],
])('rejects %j', async (more, attr) => {
  await expect(heatmap(more)).rejects.toMatchObject({ status: 400, attr });
});

const COUNTS = {
  events: [{ math: 'total' }, {}],
  users: [{ math: 'dau' }, {}],
  starts: [{ math: 'dau' }, { calendarHeatmapFilter: { bucketBySessionStart: true } }],
} as const;

/** A session belongs to one person. */
const ofOne = (events: readonly TestEvent[]): TestEvent[] =>
  events.map((event) => ({
    ...event,
    ...(event.session !== undefined && { session: `${event.session} of ${event.who}` }),
  }));

it(
  'equals looking at each cell, for random events',
  async () => {
    const scene = fc.tuple(
      someEvents,
      fc.array(
        fc.tuple(someEntity, someSetting, fc.constantFrom('events', 'users', 'starts' as const)),
        { minLength: 6, maxLength: 6 },
      ),
    );
    const check = async (
      events: readonly TestEvent[],
      series: Series,
      setting: Setting,
      counts: keyof typeof COUNTS,
    ): Promise<void> => {
      const [math, more] = COUNTS[counts];
      const results = await heatmap(
        {
          series: [{ ...seriesNode(series), ...math }],
          dateRange: { date_from: setting.from, date_to: setting.to },
          ...more,
        },
        { timezone: setting.zone },
      );
      expect(results).toEqual(evaluateHeatmap(events, series, setting, counts));
    };
    await fc.assert(
      fc.asyncProperty(scene, async ([given, queries]) => {
        project += 1;
        const events = ofOne(given);
        await fixture.events(project, events);
        for (const [series, setting, counts] of queries) {
          await check(events, series, setting, counts);
        }
      }),
      propertyRuns(4),
    );
  },
  propertyTimeout(),
);
