import { waitUntil } from '@tidemark/testing';
import { PostHog as NewestPostHog } from 'posthog-node';
import { PostHog as PostHog2 } from 'posthog-node-2';
import { PostHog as PostHog3 } from 'posthog-node-3';
import { PostHog as PostHog4 } from 'posthog-node-4';
import { PostHog as PostHog510 } from 'posthog-node-5-10';
import type { ApiClient } from '../test-support/api-client';
import type { SharedProject } from '../test-support/shared-project';
import { sharedProject } from '../test-support/shared-project';

/** The methods that all versions of the SDK have. */
interface Sdk {
  on(event: 'error', listener: (error: unknown) => void): unknown;
  capture(event: object): void;
  identify(event: object): void;
  alias(event: object): void;
  groupIdentify(event: object): void;
  isFeatureEnabled(key: string, distinctId: string, options?: object): Promise<boolean | undefined>;
  getFeatureFlag(
    key: string,
    distinctId: string,
    options?: object,
  ): Promise<string | boolean | undefined>;
  getFeatureFlagPayload(key: string, distinctId: string): Promise<unknown>;
  shutdown(): Promise<void> | void;
  /** In versions before 4, `shutdown` did not wait for pending requests. */
  shutdownAsync?(): Promise<void>;
}

type Constructor = new (key: string, options: { host: string }) => Sdk;

const GENERATIONS: readonly [version: string, id: string, constructor: Constructor][] = [
  ['newest', 'n5', NewestPostHog],
  ['5.10', 'n510', PostHog510],
  ['4.18', 'n4', PostHog4],
  ['3.6', 'n3', PostHog3],
  ['2.6', 'n2', PostHog2],
];

describe('posthog-node, unmodified', () => {
  let product: SharedProject;
  let api: ApiClient;
  const errors: unknown[] = [];
  let warnings: jest.SpyInstance;

  const sdk = (PostHog: Constructor): Sdk => {
    const client = new PostHog(product.projectApiKey, { host: product.url });
    client.on('error', (error) => errors.push(error));
    return client;
  };
  const end = (client: Sdk): Promise<void> | void =>
    client.shutdownAsync === undefined ? client.shutdown() : client.shutdownAsync();

  beforeAll(async () => {
    // The newest SDK logs warnings that recommend newer names of the same methods.
    warnings = jest.spyOn(console, 'warn').mockImplementation();
    product = await sharedProject('posthog-node');
    ({ api } = product);
    const flags = [
      {
        key: 'on',
        filters: { groups: [{ rollout_percentage: 100 }], payloads: { true: '{"a":1}' } },
      },
      { key: 'off', filters: { groups: [{ rollout_percentage: 0 }] } },
      {
        key: 'for-pros',
        filters: {
          groups: [
            { properties: [{ key: 'plan', type: 'person', operator: 'exact', value: 'pro' }] },
          ],
          multivariate: { variants: [{ key: 'only', rollout_percentage: 100 }] },
        },
      },
    ];
    for (const flag of flags) {
      const result = await api.post(`/api/projects/${product.projectId}/feature_flags/`, flag);
      expect(result.status).toBe(201);
    }
  });
  afterAll(() => {
    warnings.mockRestore();
  });

  it.each(GENERATIONS)(
    '%s captures, identifies, aliases and groups without an error or a retry',
    async (_, id, PostHog) => {
      const first = sdk(PostHog);
      first.capture({ distinctId: `${id}-anon`, event: `${id} before` });
      first.identify({ distinctId: `${id}-user`, properties: { email: `${id}@example.com` } });
      first.alias({ distinctId: `${id}-user`, alias: `${id}-anon` });
      first.groupIdentify({
        groupType: 'company',
        groupKey: 'acme',
        distinctId: `${id}-user`,
        properties: { name: 'Acme' },
      });
      await end(first);
      await waitUntil(async () => {
        expect(
          await api.hogql(
            product.projectId,
            `SELECT count(), count(DISTINCT person_id) FROM events WHERE distinct_id IN ('${id}-anon', '${id}-user') AND event IN ('${id} before', '$identify', '$create_alias')`,
          ),
        ).toEqual([[3, 1]]);
      });

      const second = sdk(PostHog);
      second.capture({
        distinctId: `${id}-anon`,
        event: `${id} after`,
        groups: { company: 'acme' },
        properties: { amount: 12.5 },
      });
      await end(second);
      await waitUntil(async () => {
        expect(
          await api.hogql(
            product.projectId,
            `SELECT properties.amount, $group_0, person.properties.email FROM events WHERE event = '${id} after'`,
          ),
        ).toEqual([[12.5, 'acme', `${id}@example.com`]]);
      });
      expect(
        await api.hogql(product.projectId, `SELECT key, index, properties.name FROM groups`),
      ).toEqual([['acme', 0, 'Acme']]);
      expect(errors).toEqual([]);
    },
  );

  it.each(GENERATIONS)('%s evaluates flags', async (_, id, PostHog) => {
    const client = sdk(PostHog);
    expect(await client.isFeatureEnabled('on', `${id}-someone`)).toBe(true);
    expect(await client.getFeatureFlagPayload('on', `${id}-someone`)).toEqual({ a: 1 });
    expect(await client.isFeatureEnabled('off', `${id}-someone`)).toBe(false);
    expect(await client.getFeatureFlag('for-pros', `${id}-someone`)).toBe(false);
    expect(
      await client.getFeatureFlag('for-pros', `${id}-pro`, {
        personProperties: { plan: 'pro' },
      }),
    ).toBe('only');
    await end(client);
    expect(errors).toEqual([]);
    await waitUntil(async () => {
      expect(
        await api.hogql(
          product.projectId,
          `SELECT properties.$feature_flag_response FROM events WHERE event = '$feature_flag_called' AND properties.$feature_flag = 'for-pros' AND distinct_id LIKE '${id}-%' ORDER BY 1`,
        ),
      ).toEqual([['false'], ['only']]);
    });
  });

  it('flags are breakdowns of the events that are sent with them, and flag calls are counted', async () => {
    const client = sdk(NewestPostHog);
    const pro = { personProperties: { plan: 'pro' } };
    for (const buyer of ['b1', 'b2', 'b3']) {
      const isPro = buyer !== 'b3';
      await client.getFeatureFlag('for-pros', buyer, isPro ? pro : {});
      client.capture({
        distinctId: buyer,
        event: 'bought',
        sendFeatureFlags: isPro ? pro : true,
      });
    }
    await end(client);
    expect(errors).toEqual([]);
    const property = { breakdown: '$feature/for-pros', breakdown_type: 'event' };
    await waitUntil(async () => {
      const trends = await api.post(`/api/projects/${product.projectId}/query/`, {
        query: {
          kind: 'TrendsQuery',
          series: [{ kind: 'EventsNode', event: 'bought' }],
          breakdownFilter: property,
          dateRange: { date_from: '-1d' },
        },
        refresh: 'force_blocking',
      });
      const { results } = trends.body as {
        results: { breakdown_value: unknown; count: number }[];
      };
      const counts = results.map((one) => [one.breakdown_value, one.count]);
      expect(counts.toSorted()).toEqual([
        ['false', 1],
        ['only', 2],
      ]);
    });
    const breakdown = 'properties.`$feature/for-pros`';
    expect(
      await api.hogql(
        product.projectId,
        `SELECT ${breakdown}, count() FROM events WHERE event = 'bought' GROUP BY ${breakdown} ORDER BY 1`,
      ),
    ).toEqual([
      ['false', 1],
      ['only', 2],
    ]);
    const list = await api.get(`/api/projects/${product.projectId}/feature_flags/?search=for-pros`);
    const [flag] = (list.body as { results: { id: number }[] }).results;
    await waitUntil(async () => {
      const usage = await api.get(
        `/api/projects/${product.projectId}/feature_flags/${String(flag?.id)}/usage/?days=1`,
      );
      const { results } = usage.body as { results: { response: string; calls: number }[] };
      const only = results.find(({ response }) => response === 'only');
      expect(only?.calls).toBeGreaterThanOrEqual(2);
    });
  });
});
