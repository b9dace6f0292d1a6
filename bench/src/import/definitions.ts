import type { Product } from '../console/product';
import { callApi } from '../console/product';

/** The number of definitions of each kind in the source project. */
export const DEFINITIONS = { flags: 50, insights: 40, cohorts: 20, experiments: 5 } as const;

type Made = Readonly<Record<string, unknown>>;

/** Creates cohorts, flags that refer to them, insights that filter by them, and experiments, each with its own flag. */
export async function fillDefinitions(product: Product): Promise<void> {
  const make = (path: string, body: object): Promise<Made> =>
    callApi<Made>(product, 'POST', path, body);
  const cohorts: Made[] = [];
  for (let index = 0; index < DEFINITIONS.cohorts; index += 1) {
    const values = [{ ...filter('plan', PLANS[index % PLANS.length] ?? ''), operator: 'exact' }];
    cohorts.push(
      await make('cohorts/', {
        name: `Cohort ${index}`,
        filters: { properties: { type: 'AND', values: [{ type: 'AND', values }] } },
      }),
    );
  }
  const inCohort = (index: number) => {
    return { key: 'id', value: cohorts[index % cohorts.length]?.['id'], type: 'cohort' };
  };
  // Each experiment creates its flag, which is one of the 50.
  for (let index = 0; index < DEFINITIONS.flags - DEFINITIONS.experiments; index += 1) {
    await make('feature_flags/', {
      key: `flag-${index}`,
      name: `Flag ${index}`,
      filters: { groups: [{ properties: [inCohort(index)], rollout_percentage: 5 + index * 2 }] },
    });
  }
  for (let index = 0; index < DEFINITIONS.insights; index += 1) {
    const source = {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: index % 2 === 0 ? '$pageview' : 'purchase' }],
      properties: [inCohort(index)],
    };
    await make('insights/', {
      name: `Insight ${index}`,
      query: { kind: 'InsightVizNode', source },
    });
  }
  const variants = [
    { key: 'control', rollout_percentage: 50 },
    { key: 'test', rollout_percentage: 50 },
  ];
  for (let index = 0; index < DEFINITIONS.experiments; index += 1) {
    await make('experiments/', {
      name: `Experiment ${index}`,
      feature_flag_key: `experiment-${index}`,
      parameters: { feature_flag_variants: variants },
    });
  }
}

/** The number of definitions of each kind in a project, from its API. */
export async function countDefinitions(
  product: Product,
): Promise<Readonly<Record<keyof typeof DEFINITIONS, number>>> {
  const count = async (path: string): Promise<number> => {
    const { count: total } = await callApi<{ count: number }>(product, 'GET', `${path}/?limit=1`);
    return total;
  };
  return {
    flags: await count('feature_flags'),
    insights: await count('insights'),
    cohorts: await count('cohorts'),
    experiments: await count('experiments'),
  };
}

export const PLANS = ['free', 'pro', 'team', 'scale'] as const;

function filter(key: string, value: string) {
  return { key, value, type: 'person' };
}
