import type { FunnelCase, FunnelRow, FunnelTrend, Setting } from '@tidemark/testing';
import {
  evaluateFunnelSteps,
  evaluateFunnelTimes,
  evaluateFunnelTrend,
  propertyRuns,
  propertyTimeout,
} from '@tidemark/testing';
import * as fc from 'fast-check';
import type { InsightFixture, TestEvent } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';
import {
  funnelQuery,
  someExcluding,
  someOfFirsts,
  someOrdered,
  someSteps,
  someStepsAtOnce,
  someUnordered,
  someUnorderedExcluding,
  someWithOptional,
} from './test-support/random-funnels';
import { someHours, someSetting } from './test-support/random-insights';
import type { WrittenSetting } from './test-support/random-ranges';
import { NOW, dateRangeOf } from './test-support/random-ranges';
import { WORLD } from './test-support/random-world';

let fixture: InsightFixture;
let project = 0;
beforeAll(async () => {
  fixture = await createInsightFixture();
});
afterAll(() => fixture.close());

const RUNS = propertyRuns(2);
const TIMEOUT = propertyTimeout();

interface Step {
  readonly count: number;
  readonly average_conversion_time: number | null;
  readonly median_conversion_time: number | null;
  readonly breakdown_value?: string[];
}

type Query = { readonly kind: string } & Readonly<Record<string, unknown>>;

function ask<ResponseBody>(query: Query, { zone, weekStart }: Setting): Promise<ResponseBody> {
  const of = { id: project, timezone: zone, weekStartDay: weekStart, now: NOW };
  return fixture.run<ResponseBody>(query, of);
}

function dated(query: Query, setting: WrittenSetting): Query {
  return { dateRange: dateRangeOf(setting), interval: setting.interval, ...query };
}

const someDays: fc.Arbitrary<WrittenSetting> = fc
  .oneof(
    someSetting,
    someSetting.map((setting) => ({ ...setting, from: '2020-03-01', to: '2020-03-20' })),
  )
  .map((setting) => ({ ...setting, interval: 'day', world: WORLD }));

function rowOf(steps: readonly Step[]): FunnelRow {
  return {
    value: steps[0]?.breakdown_value ?? [],
    counts: steps.map(({ count }) => count),
    means: steps.map((step) => rounded(step.average_conversion_time)),
    medians: steps.map((step) => rounded(step.median_conversion_time)),
  };
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1_000) / 1_000;
}

function expectedRows(events: readonly TestEvent[], query: FunnelCase, setting: Setting) {
  return evaluateFunnelSteps(events, query, setting).map((row) => ({
    ...row,
    means: row.means.map(rounded),
    medians: row.medians.map(rounded),
  }));
}

/** Steps, and the actors behind one of their numbers. */
async function checkSteps(
  events: readonly TestEvent[],
  query: FunnelCase,
  setting: Setting,
  pick: number,
): Promise<void> {
  const source = dated(funnelQuery(query), setting);
  const { results } = await ask<{ results: Step[] | Step[][] }>(source, setting);
  const rows = Array.isArray(results[0])
    ? (results as Step[][]).map(rowOf)
    : results.length === 0
      ? []
      : [rowOf(results as Step[])];
  expect(rows).toEqual(expectedRows(events, query, setting));
  const row = rows[pick % Math.max(1, rows.length)];
  // An actor with several of the other values counts for each of them; the value of an expression is not a person.
  if (row === undefined || row.value.includes('Other') || query.actor !== undefined) return;
  const at = pick % row.counts.length;
  const actors = await ask<{ results: unknown[] }>(
    {
      kind: 'FunnelsActorsQuery',
      source,
      funnelStep: at + 1,
      ...(row.value.length > 0 && { funnelStepBreakdown: row.value }),
    },
    setting,
  );
  expect(actors.results).toHaveLength(row.counts[at] ?? 0);
}

/** Attribution by time is undefined for simultaneous events. */
const withoutTouches = (query: FunnelCase): FunnelCase => ({ ...query, breakdowns: [] });

it.each([
  ['in order', someSteps, someOrdered],
  ['with optional steps', someSteps, someWithOptional],
  ['with steps of first events', someSteps, someOfFirsts],
  ['with exclusions', someSteps, someExcluding],
  ['in any order', someSteps, someUnordered],
  ['in any order with exclusions', someSteps, someUnorderedExcluding],
  ['of one timestamp', someStepsAtOnce, someOrdered.map(withoutTouches)],
  ['of one timestamp with optional steps', someStepsAtOnce, someWithOptional.map(withoutTouches)],
  ['of one timestamp with exclusions', someStepsAtOnce, someExcluding.map(withoutTouches)],
])(
  'funnels %s',
  async (_, events, someQuery) => {
    const someQueries = fc.array(fc.tuple(someQuery, someDays, fc.nat()), {
      minLength: 5,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(events, someQueries, async (happened, queries) => {
        project += 1;
        await fixture.world(project, WORLD);
        await fixture.events(project, happened);
        for (const query of queries) await checkSteps(happened, ...query);
      }),
      RUNS,
    );
  },
  TIMEOUT,
);

/** A step range; a funnel without one covers its first to its last step. */
const someRange = fc.constantFrom(
  { from: 0, to: 1 },
  { from: 0, to: 2 },
  { from: 1, to: 2 },
  { from: 1, to: 3 },
);

interface Range {
  readonly from: number;
  readonly to: number;
}

function within({ from, to }: Range, { steps }: FunnelCase): Range {
  return to < steps.length ? { from, to } : { from: 0, to: steps.length - 1 };
}

const someQuery = fc.oneof(someOrdered, someExcluding, someUnordered, someUnorderedExcluding);

it(
  'funnel trends',
  async () => {
    const someTime = fc
      .oneof({ weight: 4, arbitrary: someSetting }, someHours)
      .map((setting): WrittenSetting => ({ ...setting, world: WORLD }));
    const scene = fc.tuple(someSteps, someQuery, someTime, someRange, fc.nat());
    await fc.assert(
      fc.asyncProperty(scene, async ([events, query, setting, range, pick]) => {
        const steps = within(range, query);
        project += 1;
        await fixture.world(project, WORLD);
        await fixture.events(project, events);
        const source = dated(
          funnelQuery(query, {
            funnelVizType: 'trends',
            funnelFromStep: steps.from,
            funnelToStep: steps.to,
          }),
          setting,
        );
        const { results } = await ask<{
          results: { data: number[]; days: string[]; breakdown_value?: string[] }[];
        }>(source, setting);
        const expected = evaluateFunnelTrend(events, query, steps, setting);
        expect(results.map(({ breakdown_value: value = [], data }) => ({ value, data }))).toEqual(
          expected.map(ratesOf),
        );
        const [trend] = expected;
        if (query.actor !== undefined || query.breakdowns.length > 0 || trend === undefined) return;
        const at = pick % trend.periods.length;
        for (const dropped of [true, false]) {
          const actors = await ask<{ results: unknown[] }>(
            {
              kind: 'FunnelsActorsQuery',
              source,
              funnelTrendsDropOff: dropped,
              funnelTrendsEntrancePeriodStart: results[0]?.days[at],
            },
            setting,
          );
          const { entered = 0, converted = 0 } = trend.periods[at] ?? {};
          expect(actors.results).toHaveLength(dropped ? entered - converted : converted);
        }
      }),
      RUNS,
    );
  },
  TIMEOUT,
);

function ratesOf({ value, periods }: FunnelTrend) {
  return {
    value: value.map((part) => part || 'None'),
    data: periods.map(({ entered, converted }) =>
      entered === 0 ? 0 : Math.round((converted / entered) * 10_000) / 100,
    ),
  };
}

it(
  'time to convert',
  async () => {
    const scene = fc.tuple(
      someSteps,
      someQuery.map(withoutTouches),
      someDays,
      someRange,
      fc.integer({ min: 1, max: 9 }),
    );
    await fc.assert(
      fc.asyncProperty(scene, async ([events, query, setting, range, binCount]) => {
        const steps = within(range, query);
        project += 1;
        await fixture.world(project, WORLD);
        await fixture.events(project, events);
        const source = funnelQuery(query, {
          funnelVizType: 'time_to_convert',
          funnelFromStep: steps.from,
          funnelToStep: steps.to,
          binCount,
        });
        const { results } = await ask<{
          results: { bins: [number, number][]; average_conversion_time: number | null };
        }>(dated(source, setting), setting);
        const times = evaluateFunnelTimes(events, query, steps, setting);
        const mean = times.reduce((sum, seconds) => sum + seconds, 0) / times.length;
        expect(rounded(results.average_conversion_time)).toEqual(
          times.length === 0 ? null : rounded(mean),
        );
        if (times.length === 0) return;
        const [low, high] = [Math.floor(Math.min(...times)), Math.ceil(Math.max(...times))];
        const width = high === low ? 60 : Math.ceil((high - low) / binCount);
        expect(results.bins).toEqual(
          Array.from({ length: binCount + 1 }, (_, bin) => {
            const from = low + bin * width;
            return [from, times.filter((time) => time >= from && time < from + width).length];
          }),
        );
      }),
      RUNS,
    );
  },
  TIMEOUT,
);
