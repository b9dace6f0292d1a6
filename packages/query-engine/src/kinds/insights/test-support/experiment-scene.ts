import type { ExperimentForQuery } from '@tidemark/contracts';
import type { TestEvent, TestWorld } from './insight-fixture';
import { insightScene } from './insight-scene';

export const EXPERIMENT: ExperimentForQuery = {
  id: 5,
  featureFlagKey: 'offer',
  variants: [
    { key: 'control', rolloutPercentage: 50 },
    { key: 'test', rolloutPercentage: 50 },
  ],
  aggregationGroupTypeIndex: null,
  startDate: new Date('2020-01-05T00:00:00Z'),
  endDate: new Date('2020-01-15T00:00:00Z'),
  exposureCriteria: null,
  statsConfig: null,
  holdoutId: null,
  onlyCountMaturedUsers: false,
};

interface Variant {
  readonly key: string;
  readonly number_of_samples: number;
  readonly sum: number;
  readonly sum_squares: number;
  readonly step_counts: readonly number[] | null;
  readonly validation_failures: readonly string[];
}

interface Response {
  readonly baseline: Variant;
  readonly variant_results: readonly Variant[];
  readonly breakdown_results:
    | readonly {
        readonly breakdown_value: readonly string[];
        readonly baseline: Variant;
        readonly variants: readonly Variant[];
      }[]
    | null;
}

/** Samples, sum and sum of squares of all variants, by their keys. */
export function sumsOf(variants: readonly Variant[]): object {
  return Object.fromEntries(
    variants.map(({ key, number_of_samples, sum, sum_squares }) => [
      key,
      [number_of_samples, sum, sum_squares],
    ]),
  );
}

export function exposed(
  who: string,
  at: string,
  variant = 'control',
  more: object = {},
): TestEvent {
  const properties = { $feature_flag: 'offer', $feature_flag_response: variant, ...more };
  return { event: '$feature_flag_called', who, at, properties };
}

export function bought(who: string, at: string, amount?: number): TestEvent {
  return { event: 'buy', who, at, properties: { amount } };
}

export const BUY = { kind: 'EventsNode', event: 'buy' };
export const REVENUE = { ...BUY, math: 'sum', math_property: 'amount' };
export const MEAN = { metric_type: 'mean', source: REVENUE };

/** Events of five people: a and b have one variant each, c buys nothing, d has both variants, e has none. */
export const EVENTS: TestEvent[] = [
  exposed('a', '2020-01-06 10:00:00'),
  bought('a', '2020-01-06 09:00:00', 100),
  bought('a', '2020-01-06 11:00:00', 10),
  bought('a', '2020-01-08 11:00:00', 5),
  exposed('b', '2020-01-07 10:00:00', 'test'),
  bought('b', '2020-01-07 10:00:00', 7),
  bought('b', '2020-01-16 10:00:00', 70),
  exposed('c', '2020-01-07 10:00:00', 'test'),
  exposed('d', '2020-01-07 10:00:00', 'test'),
  exposed('d', '2020-01-08 10:00:00', 'control'),
  bought('d', '2020-01-09 10:00:00', 20),
  bought('e', '2020-01-09 10:00:00', 30),
];

/**
 * Registers a project for each test of a file.
 * @returns functions that give it an experiment and query it
 */
export function experimentScene() {
  const { fixture, project } = insightScene();

  async function given(
    events: readonly TestEvent[],
    changes: Partial<ExperimentForQuery> = {},
    world: TestWorld = {},
  ): Promise<void> {
    await fixture().events(project(), events);
    // Another project's events are no part of it.
    await fixture().events(project() + 1_000, events);
    await fixture().world(project(), { ...world, experiments: [{ ...EXPERIMENT, ...changes }] });
  }

  function ask(metric: object, more: object = {}): Promise<Response> {
    return fixture().run<Response>(
      {
        kind: 'ExperimentQuery',
        experiment_id: 5,
        metric: { kind: 'ExperimentMetric', ...metric },
      },
      { id: project(), ...more },
    );
  }

  async function sums(metric: object, more: object = {}): Promise<object> {
    const { baseline, variant_results } = await ask(metric, more);
    return sumsOf([baseline, ...variant_results]);
  }

  return { fixture, project, given, ask, sums };
}
