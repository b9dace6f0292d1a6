import * as fc from 'fast-check';
import type { Lifecycle, Series } from '@tidemark/testing';
import {
  evaluateLifecycle,
  evaluateRetention,
  evaluateStickiness,
  previous,
} from '@tidemark/testing';
import { someBreakdown } from './test-support/random-breakdowns';
import { someFilters } from './test-support/random-filters';
import {
  filtersOf,
  seriesNode,
  someEntity,
  someHours,
  someSetting,
  someSource,
} from './test-support/random-insights';
import type { WrittenSetting } from './test-support/random-ranges';
import { EXPRESSIONS, WORLD, someOrderedEvents, someRichEvents } from './test-support/random-world';
import { RUNS, TIMEOUT, propertyScene } from './test-support/property-scene';

const { responseOf, actorsAt } = propertyScene();

/** Days, weeks, months and hours. */
const someTime: fc.Arbitrary<WrittenSetting> = fc
  .oneof({ weight: 4, arbitrary: someSetting }, someHours)
  .map((setting) => ({ ...setting, world: WORLD }));

/** One event or any, sometimes with filters of every kind. */
const someRichEntity: fc.Arbitrary<Series> = fc.oneof(
  { weight: 3, arbitrary: someSource },
  fc.tuple(someEntity, someFilters).map(([entity, properties]) => ({ ...entity, properties })),
);

/** What retention is of: no several events at once. */
const someRetained = someRichEntity.filter(({ nodes }) => nodes === undefined);

function sorted(rows: readonly object[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}

it(
  'lifecycle',
  async () => {
    const scene = fc.tuple(someOrderedEvents, someRichEntity, someTime, fc.boolean(), fc.nat());
    await fc.assert(
      fc.asyncProperty(scene, async ([events, series, setting, ofGroups, pick]) => {
        const source = {
          kind: 'LifecycleQuery',
          series: [seriesNode(series)],
          interval: setting.interval,
          ...(ofGroups && { aggregation_group_type_index: 0 }),
        };
        const { results } = await responseOf<{
          results: { status: keyof Lifecycle; data: number[]; days: string[] }[];
        }>(events, source, setting);
        const found = Object.fromEntries(results.map(({ status, data }) => [status, data]));
        expect(found).toEqual(evaluateLifecycle(events, series, setting, ofGroups));
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
      events: someRichEvents,
      setting: someTime,
      compares: fc.boolean(),
      pick: fc.nat(),
      query: fc.record({
        series: fc
          .tuple(
            someRichEntity,
            fc.constantFrom<Partial<Series>>(
              {},
              { math: 'unique_group', math_group_type_index: 0 },
              ...Object.keys(EXPRESSIONS).map((math_hogql) => ({ math: 'hogql', math_hogql })),
            ),
          )
          .map(([entity, math]): Series => ({ ...entity, ...math })),
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
      fc.asyncProperty(scene, async ({ events, setting, query, pick, compares }) => {
        const source = {
          kind: 'StickinessQuery',
          series: [seriesNode(query.series)],
          interval: setting.interval,
          intervalCount: query.merged,
          compareFilter: { compare: compares },
          stickinessFilter: {
            computedAs: query.isCumulative ? 'cumulative' : 'non_cumulative',
            ...(query.criteria !== null && { stickinessCriteria: query.criteria }),
          },
        };
        const { results } = await responseOf<{ results: { data: number[]; days: number[] }[] }>(
          events,
          source,
          setting,
        );
        const periods = source.compareFilter.compare ? [setting, previous(setting)] : [setting];
        expect(results.map(({ data }) => data)).toEqual(
          periods.map((period) => evaluateStickiness(events, query, period)),
        );
        const data = results[0]?.data ?? [];
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
      events: someOrderedEvents,
      setting: someTime,
      pick: fc.nat(),
      query: fc.record({
        target: someRetained,
        returning: someRetained,
        type: fc.constantFrom(
          'retention_recurring' as const,
          'retention_first_time' as const,
          'retention_first_ever_occurrence' as const,
        ),
        columns: fc.integer({ min: 2, max: 6 }),
        isCumulative: fc.boolean(),
        minimum: fc.constantFrom(1, 1, 2),
        breakdown: fc.oneof(fc.constant(null), someBreakdown),
        brackets: fc.option(
          fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
          {
            nil: undefined,
          },
        ),
        isRolling: fc.boolean(),
        ofGroups: fc.boolean(),
        limit: fc.integer({ min: 1, max: 3 }),
      }),
    });
    const entity = ({ event, action, properties = [] }: Series) => ({
      id: action ?? event,
      type: action === undefined ? 'events' : 'actions',
      properties: filtersOf(properties),
    });
    await fc.assert(
      fc.asyncProperty(scene, async ({ events, setting: given, query: drawn, pick }) => {
        // Days are as long as the clock's only where clocks never change.
        const isRolling = drawn.isRolling && !drawn.isCumulative;
        const setting: WrittenSetting = isRolling ? { ...given, zone: 'Asia/Kolkata' } : given;
        const { brackets, ...others } = drawn;
        const query = { ...others, isRolling, ...(brackets !== undefined && { brackets }) };
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
            ...(isRolling && { timeWindowMode: '24_hour_windows' }),
            ...(brackets !== undefined && { retentionCustomBrackets: brackets }),
          },
          ...(query.ofGroups && { aggregation_group_type_index: 0 }),
          ...(query.breakdown !== null && {
            breakdownFilter: { breakdowns: [query.breakdown], breakdown_limit: query.limit },
          }),
        };
        const { results } = await responseOf<{
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
        // The order of equally large ones is not defined.
        expect(sorted(rows)).toEqual(sorted(flat));
        const chosen = pick % Math.max(1, rows.length);
        const row = rows[chosen];
        // An actor with several of the other values is counted for each of them.
        if (row === undefined || row.value === '$$_posthog_breakdown_other_$$') return;
        const length = rows.filter(({ value }) => value === row.value).length;
        const point = {
          interval: chosen % length,
          ...(row.value !== null && { breakdown: [row.value] }),
        };
        const actors = await actorsAt(source, point, setting);
        const counts = row.counts.map(
          (_, column) => actors.filter((actor) => actor[column + 2] === true).length,
        );
        expect(counts).toEqual(row.counts);
      }),
      RUNS,
    );
  },
  TIMEOUT,
);
