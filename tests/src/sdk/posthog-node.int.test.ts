import { eventually } from '@tidemark/testing';
import { PostHog as NewestPostHog } from 'posthog-node';
import { PostHog as PostHog4 } from 'posthog-node-4';
import type { ApiClient } from '../support/api-client';
import { createApiClient } from '../support/api-client';
import type { Standalone } from '../support/standalone';
import { startStandalone } from '../support/standalone';

/** What both generations of the SDK have in common. */
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
  shutdown(): Promise<void>;
}

type Constructor = new (key: string, options: { host: string }) => Sdk;

describe.each([
  ['newest', 'n5', NewestPostHog as unknown as Constructor],
  ['4.18', 'n4', PostHog4 as unknown as Constructor],
])('posthog-node %s, unmodified', (_, id, PostHog) => {
  let product: Standalone;
  let api: ApiClient;
  const errors: unknown[] = [];
  let warnings: jest.SpyInstance;

  const sdk = (): Sdk => {
    const client = new PostHog(product.projectApiKey, { host: product.url });
    client.on('error', (error) => errors.push(error));
    return client;
  };

  beforeAll(async () => {
    // The newest SDK says on the console that it prefers newer names for the same calls.
    warnings = jest.spyOn(console, 'warn').mockImplementation();
    product = await startStandalone();
    api = createApiClient(product.url, product.personalApiKey);
    const flags = [
      { key: 'on', filters: { groups: [{ rollout_percentage: 100 }], payloads: { true: '[1]' } } },
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
      const answer = await api.post('/api/projects/1/feature_flags/', flag);
      expect(answer.status).toBe(201);
    }
  });
  afterAll(async () => {
    warnings.mockRestore();
    await product.stop();
  });

  it('captures, identifies, aliases and groups without an error or a retry', async () => {
    const first = sdk();
    first.capture({ distinctId: `${id}-anon`, event: `${id} before` });
    first.identify({ distinctId: `${id}-user`, properties: { email: `${id}@example.com` } });
    first.alias({ distinctId: `${id}-user`, alias: `${id}-anon` });
    first.groupIdentify({
      groupType: 'company',
      groupKey: 'acme',
      distinctId: `${id}-user`,
      properties: { name: 'Acme' },
    });
    await first.shutdown();
    await eventually(async () => {
      expect(
        await api.hogql(
          1,
          `SELECT count(), count(DISTINCT person_id) FROM events WHERE event IN ('${id} before', '$identify', '$create_alias')`,
        ),
      ).toEqual([[3, 1]]);
    });

    const second = sdk();
    second.capture({
      distinctId: `${id}-anon`,
      event: `${id} after`,
      groups: { company: 'acme' },
      properties: { amount: 12.5 },
    });
    await second.shutdown();
    await eventually(async () => {
      expect(
        await api.hogql(
          1,
          `SELECT properties.amount, $group_0, person.properties.email FROM events WHERE event = '${id} after'`,
        ),
      ).toEqual([['12.5', 'acme', `${id}@example.com`]]);
    });
    expect(await api.hogql(1, `SELECT key, index, properties.name FROM groups`)).toEqual([
      ['acme', 0, 'Acme'],
    ]);
    expect(errors).toEqual([]);
  });

  it('evaluates flags', async () => {
    const client = sdk();
    expect(await client.isFeatureEnabled('on', 'someone')).toBe(true);
    expect(await client.getFeatureFlagPayload('on', 'someone')).toEqual([1]);
    expect(await client.isFeatureEnabled('off', 'someone')).toBe(false);
    expect(await client.getFeatureFlag('for-pros', 'someone')).toBe(false);
    expect(
      await client.getFeatureFlag('for-pros', 'someone else', {
        personProperties: { plan: 'pro' },
      }),
    ).toBe('only');
    await client.shutdown();
    expect(errors).toEqual([]);
    await eventually(async () => {
      expect(
        await api.hogql(
          1,
          `SELECT properties.$feature_flag_response FROM events WHERE event = '$feature_flag_called' AND properties.$feature_flag = 'for-pros' ORDER BY 1`,
        ),
      ).toEqual([['false'], ['only']]);
    });
  });
});
