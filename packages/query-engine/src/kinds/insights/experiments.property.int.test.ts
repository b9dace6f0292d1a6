import type { ExperimentRow } from '@tidemark/testing';
import {
  evaluateExperiment,
  evaluateExposures,
  propertyRuns,
  propertyTimeout,
} from '@tidemark/testing';
import * as fc from 'fast-check';
import type { InsightFixture, TestEvent } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';
import type { WrittenMetric } from './test-support/random-experiment-metrics';
import { someMetric } from './test-support/random-experiment-metrics';
import type { WrittenExperiment } from './test-support/random-experiments';
import { NOW, someExperiment, someExperimentEvents } from './test-support/random-experiments';

let fixture: InsightFixture;
let project = 0;
beforeAll(async () => {
  fixture = await createInsightFixture();
});
afterAll(() => fixture.close());

interface Variant {
  readonly key: string;
  readonly number_of_samples: number;
  readonly sum: number;
  readonly sum_squares: number;
  readonly denominator_sum: number | null;
  readonly denominator_sum_squares: number | null;
  readonly numerator_denominator_sum_product: number | null;
  readonly covariate_sum: number | null;
  readonly covariate_sum_squares: number | null;
  readonly covariate_sum_product: number | null;
  readonly step_counts: readonly number[] | null;
}

interface Response {
  readonly baseline: Variant;
  readonly variant_results: readonly Variant[];
  readonly breakdown_results:
    readonly { breakdown_value: string[]; baseline: Variant; variants: Variant[] }[] | null;
}

const NUMBERS = [
  'number_of_samples',
  'sum',
  'sum_squares',
  'denominator_sum',
  'denominator_sum_squares',
  'numerator_denominator_sum_product',
  'covariate_sum',
  'covariate_sum_squares',
  'covariate_sum_product',
] as const;

/** The numbers of the variants, by their keys. */
function numbersOf(variants: readonly Variant[]): Record<string, unknown> {
  return Object.fromEntries(
    variants.map((variant) => [
      variant.key,
      {
        ...Object.fromEntries(NUMBERS.map((name) => [name, rounded(variant[name])])),
        steps: variant.step_counts,
      },
    ]),
  );
}

function expectedNumbers(rows: readonly ExperimentRow[], steps: number): Record<string, unknown> {
  return Object.fromEntries(
    ['control', 'test'].map((key) => [
      key,
      ofVariant(
        rows.filter(({ variant }) => variant === key),
        steps,
      ),
    ]),
  );
}

function ofVariant(rows: readonly ExperimentRow[], steps: number): object {
  const all = (key: 'denominators' | 'covariates' | 'steps'): number[] | null =>
    rows.length === 0 || rows.every((row) => row[key] === null)
      ? null
      : rows.flatMap((row) => row[key] ?? []);
  const values = rows.flatMap((row) => row.values);
  const crossed = (others: number[] | null): (number | null)[] =>
    others === null
      ? [null, null, null]
      : [sum(others), cross(others, others), cross(values, others)];
  const [denominator, covariate, reached] = [all('denominators'), all('covariates'), all('steps')];
  const numbers = [
    values.length,
    sum(values),
    cross(values, values),
    ...crossed(denominator),
    ...crossed(covariate),
  ];
  return {
    ...Object.fromEntries(NUMBERS.map((name, at) => [name, rounded(numbers[at] ?? null)])),
    steps:
      reached && Array.from({ length: steps }, (_, at) => reached.filter((one) => one > at).length),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function cross(one: readonly number[], other: readonly number[]): number {
  return sum(one.map((value, at) => value * (other[at] ?? 0)));
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e6) / 1e6;
}

/** The actors behind the number of samples, and of units at each step, are as many as the number says. */
async function checkActors(
  { key, number_of_samples, step_counts }: Variant,
  source: object,
  asked: Parameters<InsightFixture['run']>[1],
): Promise<void> {
  for (const [funnelStep, expected] of [number_of_samples, ...(step_counts ?? [])].entries()) {
    const { results } = await fixture.run<{ results: [string, string][] }>(
      { kind: 'ExperimentActorsQuery', source, funnelStep, funnelStepBreakdown: key },
      asked,
    );
    const actors = new Set(results.map(([actor]) => actor));
    expect([funnelStep, actors.size, results.length]).toEqual([funnelStep, expected, expected]);
  }
}

async function check(
  events: readonly TestEvent[],
  { setup, experiment, shared, testAccountFilters }: WrittenExperiment,
  { metric, written }: WrittenMetric,
): Promise<void> {
  await fixture.world(project, { experiments: [experiment] });
  const source = {
    kind: 'ExperimentQuery',
    experiment_id: 5,
    metric: { kind: 'ExperimentMetric', ...shared, ...written },
  };
  const now = `${NOW.replace(' ', 'T')}Z`;
  const within = { id: project, timezone: setup.zone, testAccountFilters, now };
  const response = await fixture.run<Response>(source, within);
  const rows = evaluateExperiment(events, { ...setup, metric });
  const steps = metric.type === 'funnel' ? metric.steps.length : 0;
  const { baseline, variant_results, breakdown_results } = response;
  for (const variant of variant_results) await checkActors(variant, source, within);
  expect(numbersOf([baseline, ...variant_results])).toEqual(expectedNumbers(rows, steps));
  if (setup.breakdowns.length === 0) {
    expect(breakdown_results).toBeNull();
    return;
  }
  const values = [...new Set(rows.map(({ shown }) => JSON.stringify(shown)))].sort();
  expect(
    (breakdown_results ?? []).map((one) => [
      JSON.stringify(one.breakdown_value),
      numbersOf([one.baseline, ...one.variants]),
    ]),
  ).toEqual(
    values.map((value) => [
      value,
      expectedNumbers(
        rows.filter(({ shown }) => JSON.stringify(shown) === value),
        steps,
      ),
    ]),
  );
}

it(
  'equals following each unit, for random metrics of random experiments',
  async () => {
    const scene = fc.tuple(
      someExperimentEvents,
      fc.array(fc.tuple(someExperiment, someMetric), { minLength: 12, maxLength: 12 }),
    );
    await fc.assert(
      fc.asyncProperty(scene, async ([events, cases]) => {
        project += 1;
        await fixture.events(project, events);
        for (const [experiment, metric] of cases) await check(events, experiment, metric);
      }),
      propertyRuns(5),
    );
  },
  propertyTimeout(),
);

it(
  'counts who was exposed on which day, for random experiments',
  async () => {
    const scene = fc.tuple(
      someExperimentEvents,
      fc.array(someExperiment, { minLength: 5, maxLength: 5 }),
    );
    await fc.assert(
      fc.asyncProperty(scene, async ([events, experiments]) => {
        project += 1;
        await fixture.events(project, events);
        for (const { setup, experiment, testAccountFilters } of experiments) {
          await fixture.world(project, { experiments: [experiment] });
          const { timeseries } = await fixture.run<{
            timeseries: { variant: string; days: string[]; exposure_counts: number[] }[];
          }>(
            {
              kind: 'ExperimentExposureQuery',
              experiment_id: 5,
              exposure_criteria: experiment.exposureCriteria,
              feature_flag: {
                key: 'offer',
                filters: {
                  aggregation_group_type_index: experiment.aggregationGroupTypeIndex,
                  multivariate: {
                    variants: setup.variants.map((key) => ({ key, rollout_percentage: 50 })),
                  },
                },
              },
              start_date: experiment.startDate?.toISOString(),
              end_date: experiment.endDate?.toISOString(),
            },
            { id: project, timezone: setup.zone, testAccountFilters },
          );
          const counts = evaluateExposures(events, { ...setup, metric: NO_METRIC });
          const shown = counts.has('$multiple') ? [...setup.variants, '$multiple'] : setup.variants;
          expect(timeseries.map(({ variant }) => variant)).toEqual(shown);
          for (const { variant, days, exposure_counts } of timeseries) {
            const expected = days.map((day) =>
              sum([...(counts.get(variant) ?? [])].map(([on, units]) => (on <= day ? units : 0))),
            );
            expect([variant, exposure_counts]).toEqual([variant, expected]);
          }
        }
      }),
      propertyRuns(5),
    );
  },
  propertyTimeout(),
);

const NO_METRIC = { type: 'funnel', steps: [], isOrdered: true } as const;
