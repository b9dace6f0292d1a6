import type { EvaluatedLine } from '@tidemark/testing';
import { axis, evaluateTrends, propertyRuns, propertyTimeout } from '@tidemark/testing';
import * as fc from 'fast-check';
import type { InsightFixture } from './test-support/insight-fixture';
import { createInsightFixture, personId } from './test-support/insight-fixture';
import type { TrendsScene } from './test-support/random-trends';
import { NOW } from './test-support/random-ranges';
import { periodsOf, someTrends, trendsQuery, withFilters } from './test-support/random-trends';
import { WORLD } from './test-support/random-world';

interface Result {
  readonly order: number;
  readonly count: number;
  readonly data: number[] | null;
  readonly days: string[];
  readonly aggregated_value?: number;
  readonly breakdown_value?: string | number | string[];
  readonly compare_label?: string;
}

let fixture: InsightFixture;
let project = 0;
beforeAll(async () => {
  fixture = await createInsightFixture();
});
afterAll(() => fixture.close());

async function given({ events, setting }: TrendsScene): Promise<void> {
  project += 1;
  await fixture.world(project, { ...WORLD, ...setting.world });
  await fixture.events(project, events);
}

async function ask<ResponseBody>(
  query: { readonly kind: string },
  { setting }: TrendsScene,
): Promise<ResponseBody[]> {
  const { results } = await fixture.run<{ results: ResponseBody[] }>(query, {
    id: project,
    timezone: setting.zone,
    weekStartDay: setting.weekStart,
    now: NOW,
  });
  return results;
}

function expectedOf(of: TrendsScene): EvaluatedLine[] {
  return periodsOf(of).flatMap((period) => evaluateTrends(of.events, withFilters(of), period));
}

const rounded = (values: readonly number[]): number[] =>
  values.map((value) => Math.round(value * 1e6) / 1e6 + 0);

function shown({ order, data, aggregated_value: total, breakdown_value: value }: Result) {
  return {
    order,
    value: value === undefined ? [] : [value].flat().map(String),
    data: rounded(total === undefined ? (data ?? []) : [total]),
  };
}

it(
  'says what the definition says',
  async () => {
    await fc.assert(
      fc.asyncProperty(someTrends, async (of) => {
        await given(of);
        const results = await ask<Result>(trendsQuery(of), of);
        expect(results.map(shown)).toEqual(
          expectedOf(of).map(({ order, value, data }) => ({ order, value, data: rounded(data) })),
        );
      }),
      propertyRuns(15),
    );
  },
  propertyTimeout(),
);

/** A running sum of a math with a rolling window counts persons repeatedly. */
function isPlain({ query }: TrendsScene): boolean {
  return !(
    query.display === 'cumulative' &&
    query.series.some(({ math = '' }) => math.endsWith('ly_active'))
  );
}

/**
 * The day by which the actors of a number are requested: for the previous period the day at the same position in the
 * current one, or its own day if the current period is shorter. Null if no day identifies the number.
 */
function dayOf({ setting }: TrendsScene, line: Result, at: number): string | null {
  const own = line.days[at] ?? null;
  if (line.compare_label !== 'previous' || own === null) return own;
  const current = axis(setting).map((day) => (day.length === 13 ? `${day}:00:00` : day));
  return current[at] ?? (current.includes(own) ? null : own);
}

/** Maths whose numbers count actors. */
const COUNTS_ACTORS: ReadonlySet<string> = new Set([
  'dau',
  'unique_group',
  'weekly_active',
  'monthly_active',
  'first_time_for_user',
  'first_matching_event_for_user',
]);
const OTHER = '$$_posthog_breakdown_other_$$';

it(
  'lists exactly those behind each number',
  async () => {
    await fc.assert(
      fc.asyncProperty(someTrends.filter(isPlain), fc.nat(), async (of, pick) => {
        await given(of);
        const source = trendsQuery(of);
        const results = await ask<Result>(source, of);
        const expected = expectedOf(of);
        const chosen = pick % Math.max(1, results.length);
        const [line, truth] = [results[chosen], expected[chosen]];
        if (line === undefined || truth === undefined) return;
        const at = pick % truth.actors.length;
        const day = of.query.display === 'total' ? undefined : dayOf(of, line, at);
        if (day === null) return;
        const rows = await ask<[string]>(
          {
            kind: 'InsightActorsQuery',
            ...{ source, series: line.order },
            ...(day !== undefined && { day }),
            ...(line.breakdown_value !== undefined && { breakdown: line.breakdown_value }),
            ...(line.compare_label !== undefined && { compare: line.compare_label }),
          },
          of,
        );
        const actors = truth.actors[at] ?? [];
        const { math = '', math_group_type_index: group } = of.query.series[line.order] ?? {};
        const ids = group === undefined ? actors.map(personId) : actors;
        expect(rows.map(([id]) => id).sort()).toEqual([...ids].sort());
        // An actor with several of the other values counts for each of them.
        if (!COUNTS_ACTORS.has(math) || truth.value.includes(OTHER)) return;
        expect(rows).toHaveLength(line.aggregated_value ?? line.data?.[at] ?? 0);
      }),
      propertyRuns(12),
    );
  },
  propertyTimeout(),
);

type Compute = (a: number, b: number) => number;

const FORMULAS: readonly (readonly [string, Compute])[] = [
  ['A + 2 * B', (a, b) => a + 2 * b],
  ['(a - B) / 2', (a, b) => (a - b) / 2],
  ['A / B', (a, b) => (b === 0 ? 0 : a / b)],
  ['-A ** 2 + B % 3', (a, b) => -(a ** 2) + (((b % 3) + 3) % 3)],
];

/** One line per value of any series; a series without the value counts as 0. */
function computed(lines: readonly EvaluatedLine[], compute: Compute) {
  const keys = new Set(lines.map(({ value }) => JSON.stringify(value)));
  return [...keys].map((key) => {
    const own = lines.filter(({ value }) => JSON.stringify(value) === key);
    const [a, b] = [0, 1].map((order) => own.find((line) => line.order === order));
    const points = own[0]?.data ?? [];
    return {
      value: JSON.parse(key) as string[],
      data: rounded(points.map((_, at) => compute(a?.data[at] ?? 0, b?.data[at] ?? 0))),
    };
  });
}

it(
  'computes formulas point by point and value by value',
  async () => {
    const pairs = someTrends.filter(
      ({ query }) => query.series.length > 1 && query.cohorts === undefined,
    );
    const formulas = fc.array(fc.constantFrom(...FORMULAS), { minLength: 1, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(pairs, formulas, async (scene, asked) => {
        const of = { ...scene, compares: null };
        await given(of);
        const formulaNodes = asked.map(([formula]) => ({ formula }));
        const results = await ask<Result>(trendsQuery(of, { formulaNodes }), of);
        const lines = expectedOf(of);
        for (const [order, [, compute]] of asked.entries()) {
          const own = results.filter((result) => result.order === order).map(shown);
          const values = own.map(({ value, data }) => ({ value, data }));
          expect(byValue(values)).toEqual(byValue(computed(lines, compute)));
        }
      }),
      propertyRuns(12),
    );
  },
  propertyTimeout(),
);

function byValue<T extends { readonly value: readonly string[] }>(rows: readonly T[]): T[] {
  return [...rows].sort((one, other) => (one.value.join() < other.value.join() ? -1 : 1));
}

it(
  'smooths by the mean of what came before',
  async () => {
    const lines = someTrends
      .filter(
        ({ query }) =>
          query.display === 'line' && query.breakdowns.length === 0 && query.cohorts === undefined,
      )
      .map(({ setting: { weekdays: _, ...setting }, ...of }) => ({ ...of, setting }));
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 2, max: 5 }), async (of, smoothingIntervals) => {
        await given(of);
        const results = await ask<Result>(trendsQuery(of, { smoothingIntervals }), of);
        const expected = expectedOf(of).map(({ data }) =>
          data.map((_, at) => {
            const window = data.slice(Math.max(0, at + 1 - smoothingIntervals), at + 1);
            return window.reduce((sum, value) => sum + value, 0) / window.length;
          }),
        );
        expect(results.map(({ data }) => rounded(data ?? []))).toEqual(expected.map(rounded));
      }),
      propertyRuns(4),
    );
  },
  propertyTimeout(),
);
