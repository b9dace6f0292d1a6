import { PERSONAL_API_KEY } from '../stack';

/** Half rollouts, a quarter multivariate, a quarter with a person condition. */
export async function createFlags(apiUrl: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const response = await fetch(`${apiUrl}/api/projects/1/feature_flags/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${PERSONAL_API_KEY}`,
      },
      body: JSON.stringify({ key: `flag-${i}`, filters: filtersOf(i) }),
    });
    if (response.status !== 201) throw new Error(`flag ${i}: ${await response.text()}`);
  }
}

function filtersOf(i: number): object {
  if (i % 4 === 0) {
    return {
      groups: [{ properties: [], rollout_percentage: 100 }],
      multivariate: {
        variants: [
          { key: 'control', rollout_percentage: 50 },
          { key: 'test', rollout_percentage: 50 },
        ],
      },
    };
  }
  if (i % 4 === 1) {
    const properties = [{ key: 'plan', type: 'person', operator: 'exact', value: ['pro'] }];
    return { groups: [{ properties, rollout_percentage: 100 }] };
  }
  return { groups: [{ properties: [], rollout_percentage: 50 }] };
}
