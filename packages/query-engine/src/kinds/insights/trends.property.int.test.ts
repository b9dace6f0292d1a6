import * as fc from 'fast-check';
import type { TrendsCase } from '@tidemark/testing';
import { evaluateTrends, previous } from '@tidemark/testing';
import type { InsightFixture } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';
import {
  seriesNode,
  someEvents,
  someSeries,
  someHours,
  someSetting,
} from './test-support/random-insights';

interface Result {
  readonly order: number;
  readonly data: number[];
  readonly days: string[];
  readonly aggregated_value?: number;
  readonly breakdown_value?: string | string[];
  readonly compare_label?: string;
}

let fixture: InsightFixture;
let project = 0;
beforeAll(async () => {
  fixture = await createInsightFixture();
});
afterAll(() => fixture.close());

const DISPLAYS = {
  line: 'ActionsLineGraph',
  cumulative: 'ActionsLineGraphCumulative',
  total: 'ActionsTable',
} as const;

const someCase: fc.Arbitrary<TrendsCase> = fc.record({
  series: fc.array(someSeries, { minLength: 1, maxLength: 3 }),
  breakdowns: fc.constantFrom<string[]>([], ['browser'], ['browser', 'os']),
  limit: fc.integer({ min: 1, max: 4 }),
  display: fc.constantFrom('line', 'line', 'cumulative', 'total'),
});

const scene = fc.record({
  events: someEvents,
  query: someCase,
  setting: fc.oneof({ weight: 4, arbitrary: someSetting }, someHours),
  compares: fc.boolean(),
});

/** Hours are compared with those of other days, by a rule of their own. */
function comparing({ compares, setting, query }: Scene): boolean {
  return compares && (setting.interval !== 'hour' || query.display === 'total');
}

type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never;

function wireQuery(of: Scene) {
  const { query, setting } = of;
  const { series, breakdowns, limit, display } = query;
  return {
    kind: 'TrendsQuery',
    series: series.map(seriesNode),
    interval: setting.interval,
    dateRange: { date_from: setting.from, date_to: setting.to },
    trendsFilter: { display: DISPLAYS[display] },
    ...(comparing(of) && { compareFilter: { compare: true } }),
    ...(breakdowns.length > 0 && {
      breakdownFilter: {
        breakdown_limit: limit,
        breakdowns: breakdowns.map((property) => ({ property, type: 'event' })),
      },
    }),
  };
}

function projectOf({ setting }: Scene) {
  return { id: project, timezone: setting.zone, weekStartDay: setting.weekStart };
}

const rounded = (values: readonly number[]): number[] =>
  values.map((value) => Math.round(value * 1e6) / 1e6 + 0);

function shown({ order, data, aggregated_value: total, breakdown_value: value }: Result) {
  const list = value === undefined ? [] : [value].flat();
  return { order, value: list, data: rounded(total === undefined ? data : [total]) };
}

it('says what the definition says', async () => {
  await fc.assert(
    fc.asyncProperty(scene, async (of) => {
      project += 1;
      await fixture.events(project, of.events);
      const { results } = await fixture.run<{ results: Result[] }>(wireQuery(of), projectOf(of));
      const setting =
        of.query.display === 'total' ? { ...of.setting, interval: 'day' as const } : of.setting;
      const settings = comparing(of) ? [setting, previous(setting)] : [setting];
      const expected = settings.flatMap((period) => evaluateTrends(of.events, of.query, period));
      expect(results.map(shown)).toEqual(
        expected.map((line) => ({ ...line, data: rounded(line.data) })),
      );
    }),
    { numRuns: 40, endOnFailure: true },
  );
}, 300_000);

const FORMULAS: readonly (readonly [string, (a: number, b: number) => number])[] = [
  ['A + 2 * B', (a, b) => a + 2 * b],
  ['(a - B) / 2', (a, b) => (a - b) / 2],
  ['A / B', (a, b) => (b === 0 ? 0 : a / b)],
  ['-A ** 2 + B % 3', (a, b) => -(a ** 2) + (b % 3)],
];

it('computes formulas point by point', async () => {
  const counted = someSeries.filter(({ math_property: property }) => property === undefined);
  const inputs = fc.record({
    of: scene,
    pair: fc.tuple(counted, counted),
    formula: fc.constantFrom(...FORMULAS),
  });
  await fc.assert(
    fc.asyncProperty(inputs, async ({ of, pair: [one, other], formula: [formula, compute] }) => {
      project += 1;
      await fixture.events(project, of.events);
      const query: TrendsCase = { series: [one, other], breakdowns: [], limit: 1, display: 'line' };
      const asked = { ...of, query, compares: false };
      const { results } = await fixture.run<{ results: Result[] }>(
        { ...wireQuery(asked), trendsFilter: { formula } },
        projectOf(of),
      );
      const [a, b] = evaluateTrends(of.events, query, of.setting);
      const expected = (a?.data ?? []).map((value, at) => compute(value, b?.data[at] ?? 0));
      expect(rounded(results[0]?.data ?? [])).toEqual(rounded(expected));
    }),
    { numRuns: 10, endOnFailure: true },
  );
}, 300_000);

/** Maths whose numbers are numbers of actors. */
const ACTORS: ReadonlySet<string> = new Set([
  'dau',
  'unique_group',
  'weekly_active',
  'monthly_active',
  'first_time_for_user',
  'first_matching_event_for_user',
]);
const OTHER = '$$_posthog_breakdown_other_$$';

/** Running sums of numbers that look back themselves count people again and again. */
function countsActors({ query }: Scene, order: number): boolean {
  const math = query.series[order]?.math ?? '';
  return ACTORS.has(math) && !(query.display === 'cumulative' && math.endsWith('ly_active'));
}

it('lists as many actors as it counts', async () => {
  await fc.assert(
    fc.asyncProperty(scene, fc.nat(), async (of, pick) => {
      fc.pre(of.query.series.some((_, order) => countsActors(of, order)));
      project += 1;
      await fixture.events(project, of.events);
      const source = wireQuery(of);
      const { results } = await fixture.run<{ results: Result[] }>(source, projectOf(of));
      const lines = results.filter(
        ({ order, breakdown_value: value }) =>
          countsActors(of, order) &&
          // Who is in several of the other values is counted in each of them.
          ![value].flat().includes(OTHER),
      );
      fc.pre(lines.length > 0);
      const line = lines[pick % lines.length];
      if (line === undefined) return;
      const at = pick % Math.max(1, line.data.length);
      const { results: actors } = await fixture.run<{ results: unknown[] }>(
        {
          kind: 'InsightActorsQuery',
          source,
          series: line.order,
          ...(line.data.length > 0 && { day: line.days[at] }),
          ...(line.breakdown_value !== undefined && { breakdown: line.breakdown_value }),
          ...(line.compare_label !== undefined && { compare: line.compare_label }),
        },
        projectOf(of),
      );
      expect(actors).toHaveLength(line.aggregated_value ?? line.data[at] ?? 0);
    }),
    { numRuns: 30, endOnFailure: true },
  );
}, 300_000);
