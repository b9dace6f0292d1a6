import { waitUntil } from '@tidemark/testing';
import { PostHog } from 'posthog-js-lite';
import type { SharedProject } from '../test-support/shared-project';
import { sharedProject } from '../test-support/shared-project';

describe('posthog-js-lite, unmodified', () => {
  let product: SharedProject;

  beforeAll(async () => {
    product = await sharedProject('posthog-js-lite');
  });

  it('captures anonymously, identifies, and reads flags', async () => {
    const { api } = product;
    await api.post(`/api/projects/${product.projectId}/feature_flags/`, {
      key: 'lite-beta',
      filters: { groups: [{ rollout_percentage: 100 }], payloads: { true: '{"a":1}' } },
    });
    const client = new PostHog(product.projectApiKey, {
      host: product.url,
      persistence: 'memory',
      flushAt: 1,
    });
    const errors: unknown[] = [];
    client.on('error', (error: unknown) => errors.push(error));
    const anonymous = client.getDistinctId();
    client.capture('lite before', { n: 1 });
    client.identify('lite-user', { email: 'lite@example.com' });
    client.capture('lite after');
    await client.reloadFeatureFlagsAsync();
    expect(client.isFeatureEnabled('lite-beta')).toBe(true);
    expect(client.getFeatureFlagResult('lite-beta')?.payload).toEqual({ a: 1 });
    await client.shutdown();
    expect(errors).toEqual([]);

    await waitUntil(async () => {
      expect(
        await api.hogql(
          product.projectId,
          `SELECT event, distinct_id, properties.$lib, properties.$session_id != ''
           FROM events WHERE event LIKE 'lite %' ORDER BY event`,
        ),
      ).toEqual([
        ['lite after', 'lite-user', 'js', 1],
        ['lite before', anonymous, 'js', 1],
      ]);
    });
    await waitUntil(async () => {
      expect(
        await api.hogql(
          product.projectId,
          `SELECT count(DISTINCT person_id) FROM events WHERE event LIKE 'lite %'`,
        ),
      ).toEqual([[1]]);
    });
  });
});
