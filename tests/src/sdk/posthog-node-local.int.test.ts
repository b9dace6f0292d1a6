import { waitUntil } from '@tidemark/testing';
import { PostHog } from 'posthog-node';
import type { ApiClient } from '../test-support/api-client';
import type { SharedProject } from '../test-support/shared-project';
import { sharedProject } from '../test-support/shared-project';

const person = (key: string, operator: string, value: unknown): object => ({
  key,
  type: 'person',
  operator,
  value,
});
const company = (key: string, value: string): object => ({
  key,
  type: 'group',
  group_type_index: 0,
  operator: 'exact',
  value,
});
const groups = (properties: object[], rollout_percentage = 100): object => ({
  groups: [{ properties, rollout_percentage }],
});

/** The flags in the order of creation. A filter on another flag refers to it by its index in this list. */
const FLAGS: readonly (readonly [key: string, filters: object, more?: object])[] = [
  ['half', groups([], 50)],
  ['pros', groups([person('plan', 'exact', ['pro', 'enterprise'])], 70)],
  ['young', groups([person('age', 'lt', '30')])],
  ['matching', groups([person('email', 'regex', '@example\\.com$')])],
  [
    'experiment',
    {
      ...groups([], 80),
      multivariate: {
        variants: [
          { key: 'control', rollout_percentage: 34 },
          { key: 'a', rollout_percentage: 33 },
          { key: 'b', rollout_percentage: 33 },
        ],
      },
      payloads: { a: '{"color":"blue"}' },
    },
  ],
  ['companies', { ...groups([company('tier', 'gold')], 60), aggregation_group_type_index: 0 }],
  ['inactive', groups([]), { active: false }],
];

const PEOPLE = Array.from({ length: 40 }, (_, index) => ({
  distinctId: `user-${index}`,
  personProperties: {
    plan: ['free', 'pro', 'enterprise'][index % 3]!,
    age: String(15 + index),
    email: `user-${index}@${index % 2 === 0 ? 'example.com' : 'example.org'}`,
  },
  groups: { company: `company-${index % 7}` },
  groupProperties: { company: { tier: index % 2 === 0 ? 'gold' : 'silver' } },
}));

describe('posthog-node, unmodified, with local evaluation', () => {
  let product: SharedProject;
  let api: ApiClient;
  let client: PostHog;
  const ids = new Map<string, number>();
  const errors: unknown[] = [];

  const make = async (key: string, filters: object, more: object = {}): Promise<void> => {
    const made = await api.post(`/api/projects/${product.projectId}/feature_flags/`, {
      key,
      filters,
      ...more,
    });
    expect(made.status).toBe(201);
    ids.set(key, (made.body as { id: number }).id);
  };
  const needs = (key: string, value: unknown): object => ({
    key: String(ids.get(key)),
    type: 'flag',
    operator: 'flag_evaluates_to',
    value,
  });
  const onServer = async (one: (typeof PEOPLE)[number]): Promise<object> => {
    const response = await api.post('/decide/?v=3', {
      token: product.projectApiKey,
      distinct_id: one.distinctId,
      person_properties: one.personProperties,
      groups: one.groups,
      group_properties: one.groupProperties,
    });
    return (response.body as { featureFlags: object }).featureFlags;
  };

  beforeAll(async () => {
    product = await sharedProject('posthog-node local');
    ({ api } = product);
    for (const [key, filters, more] of FLAGS) await make(key, filters, more);
    await make('after-a', groups([needs('experiment', 'a')]));
    await make('while-inactive-is-off', groups([needs('inactive', false), needs('half', true)]));
    const loading = new PostHog(product.projectApiKey, { host: product.url });
    loading.groupIdentify({ groupType: 'company', groupKey: 'company-1', distinctId: 'user-1' });
    await loading.shutdown();
    await waitUntil(async () => {
      expect(await api.hogql(product.projectId, 'SELECT count() FROM groups')).toEqual([[1]]);
    });
    client = new PostHog(product.projectApiKey, {
      host: product.url,
      personalApiKey: product.personalApiKey,
      featureFlagsPollingInterval: 100,
    });
    client.on('error', (error) => errors.push(error));
    await client.waitForLocalEvaluationReady(10_000);
  });
  afterAll(async () => {
    await client.shutdown();
  });

  it('evaluates flags like the server', async () => {
    for (const one of PEOPLE) {
      const local = await client.getAllFlags(one.distinctId, {
        ...one,
        onlyEvaluateLocally: true,
      });
      const { inactive, ...active } = local;
      expect(inactive).toBe(false);
      expect({ who: one.distinctId, flags: active }).toEqual({
        who: one.distinctId,
        flags: await onServer(one),
      });
    }
  });

  it('finds payloads locally, and requests those of remote configuration', async () => {
    const payloads = await Promise.all(
      PEOPLE.map(async (one) => {
        const flags = await client.evaluateFlags(one.distinctId, {
          ...one,
          onlyEvaluateLocally: true,
        });
        return [flags.getFlag('experiment'), flags.getFlagPayload('experiment')];
      }),
    );
    expect(payloads).toContainEqual(['a', { color: 'blue' }]);
    expect(payloads).toContainEqual(['control', undefined]);
    await make(
      'settings',
      { ...groups([]), payloads: { true: '{"limit":3}' } },
      { is_remote_configuration: true },
    );
    await waitUntil(async () => {
      expect(await client.getRemoteConfigPayload('settings')).toEqual({ limit: 3 });
    });
  });

  it('gets a change with one of its next polls', async () => {
    const value = async () => {
      const flags = await client.evaluateFlags('user-1', { onlyEvaluateLocally: true });
      return flags.getFlag('inactive');
    };
    expect(await value()).toBe(false);
    await api.patch(`/api/projects/${product.projectId}/feature_flags/${ids.get('inactive')}/`, {
      active: true,
    });
    await waitUntil(async () => expect(await value()).toBe(true));
    expect(errors).toEqual([]);
  });
});
