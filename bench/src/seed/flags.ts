import { PERSONAL_API_KEY } from '../stack';

/** Creates flags: half with a rollout, a quarter with variants, a quarter with a condition on persons. */
export async function createFlags(apiUrl: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await create(apiUrl, 'feature_flags', { key: `flag-${i}`, filters: filtersOf(i) });
  }
}

/** Creates flags with rollouts, with variants, with conditions on properties of every kind, and with two cohorts. */
export async function createMixedFlags(apiUrl: string, count: number): Promise<void> {
  const cohorts = [
    await createCohort(apiUrl, 'pros', where('plan', 'exact', 'pro')),
    await createCohort(apiUrl, 'at example.com', where('email', 'icontains', '@example.com')),
  ];
  const filters = [
    where('plan', 'exact', ['pro', 'team']),
    where('email', 'regex', '.+@example\\.com$'),
    where('age', 'gt', 40),
    where('signed_up', 'is_date_after', '2026-04-01'),
    where('app_version', 'semver_gte', '2.10.0'),
    ...cohorts.map((id) => ({ key: 'id', type: 'cohort', operator: 'in', value: id })),
  ];
  for (let i = 0; i < count; i++) {
    const filter = filters[i % filters.length];
    await create(apiUrl, 'feature_flags', {
      key: `mixed-${i}`,
      filters:
        i % 3 === 0
          ? { groups: [{ properties: [filter], rollout_percentage: 80 }] }
          : filtersOf(i % 3 === 1 ? 0 : 2),
    });
  }
}

async function createCohort(apiUrl: string, name: string, leaf: object): Promise<number> {
  const values = [{ type: 'AND', values: [{ ...leaf, negation: false }] }];
  const made = await create(apiUrl, 'cohorts', {
    name,
    filters: { properties: { type: 'OR', values } },
  });
  return made.id;
}

async function create(apiUrl: string, what: string, body: object): Promise<{ id: number }> {
  const response = await fetch(`${apiUrl}/api/projects/1/${what}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${PERSONAL_API_KEY}`,
    },
    body: JSON.stringify(body),
  });
  if (response.status !== 201) throw new Error(`${what}: ${await response.text()}`);
  return (await response.json()) as { id: number };
}

function where(key: string, operator: string, value: unknown): object {
  return { key, type: 'person', operator, value };
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
