import { PostHog } from 'posthog-node';
import { compileFlags } from './compile/compile-flags';
import { evaluateFlags } from './evaluate/evaluate-flags';
import { aContext, aFlag, personFilter } from './test-support/factories';
import { flagValue } from './wire/flag-details';

/*
 * The official SDK evaluates flags on its own when it has their definitions. Where it and the server
 * mean the same (hashing, and the operators below on values without surprises), both must agree.
 */

const rollouts = [0, 0.5, 1, 10, 33.3, 50, 99.9, 100].map((rollout_percentage) => ({
  groups: [{ properties: [], rollout_percentage }],
}));
const splits = [
  [50, 50],
  [33.33, 33.33, 33.34],
  [10, 20, 30, 40],
  [100, 0],
].map((weights) => ({
  groups: [{ properties: [], rollout_percentage: 80 }],
  multivariate: {
    variants: weights.map((rollout_percentage, index) => ({
      key: `v${index}`,
      rollout_percentage,
    })),
  },
}));
const overrides = splits.map((filters) => ({
  ...filters,
  groups: [
    { properties: [personFilter('plan', 'exact', 'pro')], rollout_percentage: 50, variant: 'v1' },
    { properties: [], rollout_percentage: 50, variant: 'gone' },
  ],
}));
const operators = [
  ...['exact', 'is_not', 'icontains', 'not_icontains', 'regex', 'not_regex'].flatMap((operator) =>
    ['pro', 'Enter', 'free'].map((value) => personFilter('plan', operator, value)),
  ),
  personFilter('plan', 'exact', ['FREE', 'pro']),
  personFilter('plan', 'is_not', ['FREE', 'pro']),
  ...['gt', 'gte', 'lt', 'lte'].flatMap((operator) =>
    ['-1', '7', '7.5'].map((value) => personFilter('age', operator, value)),
  ),
  ...['is_date_before', 'is_date_after'].flatMap((operator) =>
    ['2024-01-01', '2025-06-01T12:00:00Z', '-3m', '2y'].map((value) =>
      personFilter('joined', operator, value),
    ),
  ),
  ...['gt', 'gte', 'lt', 'lte', 'eq', 'neq', 'tilde', 'caret'].flatMap((operator) =>
    ['1.2.3', '0.2.0', '1.10.0'].map((value) => personFilter('app', `semver_${operator}`, value)),
  ),
  personFilter('app', 'semver_wildcard', '1.*'),
  personFilter('app', 'semver_wildcard', '1.2.*'),
].map((filter) => ({ groups: [{ properties: [filter], rollout_percentage: 100 }] }));

const definitions = [...rollouts, ...splits, ...overrides, ...operators].map((filters, index) =>
  aFlag({ id: index + 1, key: `flag-${index + 1}`, filters }),
);
const people = [
  { plan: 'pro', age: 7, joined: '2024-01-02T00:00:00Z', app: '1.2.3' },
  { plan: 'PRO', age: 7.5, joined: '2026-03-01T00:00:00Z', app: '1.2.10' },
  { plan: 'Enterprise', age: -3, joined: '2019-12-31T23:59:59Z', app: '0.2.9' },
  { plan: 'free', age: 1000, joined: '2025-06-01T12:00:01Z', app: '2.0.0' },
];

describe('local evaluation of the official SDK', () => {
  const body = JSON.stringify({ flags: definitions, group_type_mapping: {}, cohorts: {} });
  const client = new PostHog('phc_test', {
    personalApiKey: 'phx_test',
    featureFlagsPollingInterval: 3_600_000,
    fetch: () => Promise.resolve(new Response(body)),
  });

  beforeAll(() => client.reloadFeatureFlags());
  afterAll(() => client.shutdown());

  it('agrees on every flag', async () => {
    const flags = compileFlags(definitions);
    expect(flags.broken).toEqual([]);
    for (let index = 0; index < 100; index += 1) {
      const distinctId = `user-${index}-ünï`;
      const personProperties = people[index % people.length]!;
      const theirs = await client.getAllFlags(distinctId, {
        onlyEvaluateLocally: true,
        personProperties: personProperties as unknown as Record<string, string>,
      });
      const context = aContext({ distinctId, personProperties, now: new Date() });
      const ours = [...evaluateFlags(flags, context).results.values()];
      expect(Object.fromEntries(ours.map((result) => [result.key, flagValue(result)]))).toEqual(
        theirs,
      );
    }
  });
});
