import * as fc from 'fast-check';
import type { Edge, Lifecycle, Series, Setting } from '@tidemark/testing';
import {
  evaluateLifecycle,
  evaluatePaths,
  evaluateRetention,
  evaluateStickiness,
} from '@tidemark/testing';
import type { InsightFixture, TestEvent } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';
import {
  filtersOf,
  seriesNode,
  someEntity,
  someEvents,
  someSetting,
} from './test-support/random-insights';

let fixture: InsightFixture;
let project = 0;
beforeAll(async () => {
  fixture = await createInsightFixture();
});
afterAll(() => fixture.close());

// Every run asks the engine: a failure is told at once, not made smaller.
const RUNS = { numRuns: 25, endOnFailure: true };
const TIMEOUT = 300_000;

/** Runs an insight over the events of a project of its own. */
async function answerOf<Answer>(
  events: readonly TestEvent[],
  query: { readonly kind: string } & Readonly<Record<string, unknown>>,
  { from, to, ...setting }: Setting,
): Promise<Answer> {
  project += 1;
  await fixture.events(project, events);
  return ask<Answer>({ dateRange: { date_from: from, date_to: to }, ...query }, setting);
}

function ask<Answer>(
  query: { readonly kind: string } & Readonly<Record<string, unknown>>,
  { zone, weekStart }: Pick<Setting, 'zone' | 'weekStart'>,
): Promise<Answer> {
  return fixture.run<Answer>(query, { id: project, timezone: zone, weekStartDay: weekStart });
}

/** How many actors a point has. */
async function actorsAt(
  source: { readonly kind: string } & Readonly<Record<string, unknown>>,
  point: object,
  setting: Setting,
): Promise<unknown[][]> {
  const { from, to } = setting;
  const dated = { dateRange: { date_from: from, date_to: to }, ...source };
  const { results } = await ask<{ results: unknown[][] }>(
    { kind: 'InsightActorsQuery', source: dated, ...point },
    setting,
  );
  return results;
}

it(
  'lifecycle',
  async () => {
    const scene = fc.tuple(someEvents, someEntity, someSetting, fc.nat());
    await fc.assert(
      fc.asyncProperty(scene, async ([events, series, setting, pick]) => {
        const source = {
          kind: 'LifecycleQuery',
          series: [seriesNode(series)],
          interval: setting.interval,
        };
        const { results } = await answerOf<{
          results: { status: keyof Lifecycle; data: number[]; days: string[] }[];
        }>(events, source, setting);
        const found = Object.fromEntries(results.map(({ status, data }) => [status, data]));
        expect(found).toEqual(evaluateLifecycle(events, series, setting));
        const line = results[pick % 4];
        const at = pick % (line?.data.length ?? 1);
        const point = { day: line?.days[at], status: line?.status };
        expect(await actorsAt(source, point, setting)).toHaveLength(Math.abs(line?.data[at] ?? 0));
      }),
      RUNS,
    );
  },
  TIMEOUT,
);

it(
  'stickiness',
  async () => {
    const scene = fc.record({
      events: someEvents,
      setting: someSetting,
      pick: fc.nat(),
      query: fc.record({
        series: fc
          .tuple(someEntity, fc.constantFrom({}, { math_group_type_index: 0 }))
          .map(([entity, group]): Series => ({ ...entity, ...group })),
        merged: fc.constantFrom(1, 1, 2, 3),
        criteria: fc.constantFrom(
          null,
          { operator: 'gte' as const, value: 2 },
          { operator: 'lte' as const, value: 1 },
          { operator: 'exact' as const, value: 2 },
        ),
        isCumulative: fc.boolean(),
      }),
    });
    await fc.assert(
      fc.asyncProperty(scene, async ({ events, setting, query, pick }) => {
        const source = {
          kind: 'StickinessQuery',
          series: [seriesNode(query.series)],
          interval: setting.interval,
          intervalCount: query.merged,
          stickinessFilter: {
            computedAs: query.isCumulative ? 'cumulative' : 'non_cumulative',
            ...(query.criteria !== null && { stickinessCriteria: query.criteria }),
          },
        };
        const { results } = await answerOf<{ results: { data: number[]; days: number[] }[] }>(
          events,
          source,
          setting,
        );
        const data = results[0]?.data ?? [];
        expect(data).toEqual(evaluateStickiness(events, query, setting));
        const at = pick % data.length;
        expect(await actorsAt(source, { day: at + 1 }, setting)).toHaveLength(data[at] ?? 0);
      }),
      RUNS,
    );
  },
  TIMEOUT,
);

it(
  'retention',
  async () => {
    const scene = fc.record({
      events: someEvents,
      setting: someSetting,
      pick: fc.nat(),
      query: fc.record({
        target: someEntity,
        returning: someEntity,
        type: fc.constantFrom(
          'retention_recurring' as const,
          'retention_first_time' as const,
          'retention_first_ever_occurrence' as const,
        ),
        columns: fc.integer({ min: 2, max: 6 }),
        isCumulative: fc.boolean(),
        minimum: fc.constantFrom(1, 1, 2),
        breakdown: fc.constantFrom(null, null, 'os'),
        limit: fc.integer({ min: 1, max: 3 }),
      }),
    });
    const entity = ({ event, properties = [] }: Series) => ({
      id: event,
      type: 'events',
      properties: filtersOf(properties),
    });
    await fc.assert(
      fc.asyncProperty(scene, async ({ events, setting, query, pick }) => {
        const source = {
          kind: 'RetentionQuery',
          retentionFilter: {
            period: { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' }[setting.interval],
            totalIntervals: query.columns,
            targetEntity: entity(query.target),
            returningEntity: entity(query.returning),
            retentionType: query.type,
            cumulative: query.isCumulative,
            minimumOccurrences: query.minimum,
          },
          ...(query.breakdown !== null && {
            breakdownFilter: { breakdown: query.breakdown, breakdown_limit: query.limit },
          }),
        };
        const { results } = await answerOf<{
          results: { values: { count: number }[]; breakdown_value: string | null }[];
        }>(events, source, setting);
        const expected = evaluateRetention(events, query, setting);
        const rows = results.map(({ values, breakdown_value: value }) => ({
          value,
          counts: values.map(({ count }) => count),
        }));
        const flat = expected.flatMap(({ value: [value = null], rows: table }) =>
          table.map((counts) => ({ value, counts })),
        );
        // Which of the equally large comes first nobody says.
        expect(sorted(rows)).toEqual(sorted(flat));
        if (query.breakdown !== null || rows.length === 0) return;
        const interval = pick % rows.length;
        const actors = await actorsAt(source, { interval }, setting);
        const columns = (rows[interval]?.counts ?? []).map((_, column) =>
          actors.filter((row) => row[column + 2] === true),
        );
        expect(columns.map(({ length }) => length)).toEqual(rows[interval]?.counts);
      }),
      RUNS,
    );
  },
  TIMEOUT,
);

function sorted(rows: readonly object[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}

it(
  'paths',
  async () => {
    const scene = fc.record({
      events: someEvents,
      setting: someSetting.map((setting): Setting => ({ ...setting, interval: 'day' })),
      pick: fc.nat(),
      query: fc.record({
        types: fc.constantFrom<('$pageview' | 'custom_event')[]>(
          [],
          ['$pageview'],
          ['custom_event'],
        ),
        steps: fc.integer({ min: 2, max: 5 }),
        start: fc.constantFrom(null, null, '/pricing', 'one'),
        end: fc.constantFrom(null, null, '/docs', 'two'),
        excluded: fc.constantFrom<string[]>([], [], ['one', '/']),
      }),
    });
    await fc.assert(
      fc.asyncProperty(scene, async ({ events, setting, query, pick }) => {
        // What is shown of a long way between two points is a matter of layout.
        fc.pre(query.start === null || query.end === null);
        const pathsFilter = {
          includeEventTypes: query.types,
          stepLimit: query.steps,
          startPoint: query.start,
          endPoint: query.end,
          excludeEvents: query.excluded,
          edgeLimit: 1_000,
        };
        const { results } = await answerOf<{ results: Edge[] }>(
          events,
          { kind: 'PathsQuery', pathsFilter },
          setting,
        );
        expect(results).toEqual(evaluatePaths(events, query, setting));
        const edge = results[pick % Math.max(1, results.length)];
        if (edge === undefined) return;
        const keys = { pathStartKey: edge.source, pathEndKey: edge.target };
        const source = { kind: 'PathsQuery', pathsFilter: { ...pathsFilter, ...keys } };
        const actors = await actorsAt(source, {}, setting);
        const walks = actors.reduce((sum, [, times]) => sum + Number(times), 0);
        expect(walks).toBe(edge.value);
      }),
      RUNS,
    );
  },
  TIMEOUT,
);
