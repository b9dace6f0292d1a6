import { waitUntil } from '@tidemark/testing';
import { PostHog } from 'posthog-node';
import type { SharedProject } from '../test-support/shared-project';
import { sharedProject } from '../test-support/shared-project';

const MODE = 'POSTHOG_CAPTURE_MODE';

describe('posthog-node in its V1 capture mode, unmodified', () => {
  let product: SharedProject;
  const before = process.env[MODE];

  beforeAll(async () => {
    product = await sharedProject('posthog-node v1');
  });
  beforeEach(() => {
    process.env[MODE] = 'v1';
  });
  afterEach(() => {
    if (before === undefined) Reflect.deleteProperty(process.env, MODE);
    else process.env[MODE] = before;
  });

  it('captures and identifies in one attempt, and reports the one event that is rejected', async () => {
    const { api } = product;
    const sent: { readonly path: string; readonly attempt: string | undefined }[] = [];
    const errors: unknown[] = [];
    const client = new PostHog(product.projectApiKey, {
      host: product.url,
      fetch: (url, options) => {
        const headers = options.headers as Record<string, string>;
        sent.push({ path: new URL(url).pathname, attempt: headers['PostHog-Attempt'] });
        return fetch(url, options);
      },
    });
    client.on('error', (error: unknown) => errors.push(error));
    client.capture({ distinctId: 'v1-anon', event: 'v1 before' });
    client.identify({
      distinctId: 'v1-user',
      properties: { email: 'v1@example.com', $anon_distinct_id: 'v1-anon' },
    });
    client.capture({
      distinctId: 'v1-user',
      event: 'v1 after',
      groups: { company: 'acme' },
      properties: { amount: 12.5, $session_id: '0190a8c0-0000-7000-8000-0000000000aa' },
    });
    client.capture({ distinctId: 'v1-user-'.repeat(30), event: 'v1 too long' });
    client.capture({
      distinctId: 'v1-nobody',
      event: 'v1 personless',
      properties: { $process_person_profile: false },
    });
    await client.shutdown();

    expect(sent).toEqual([{ path: '/i/v1/analytics/events', attempt: '1' }]);
    expect(errors).toMatchObject([{ drops: [{ details: 'distinct_id_too_large' }] }]);
    await waitUntil(async () => {
      expect(
        await api.hogql(
          product.projectId,
          `SELECT event, properties.$lib, properties.amount, properties.$session_id, $group_0
           FROM events WHERE event LIKE 'v1 %' ORDER BY event`,
        ),
      ).toEqual([
        ['v1 after', 'posthog-node', 12.5, '0190a8c0-0000-7000-8000-0000000000aa', 'acme'],
        ['v1 before', 'posthog-node', null, null, ''],
        ['v1 personless', 'posthog-node', null, null, ''],
      ]);
    });
    expect(
      await api.hogql(
        product.projectId,
        `SELECT properties.email FROM persons WHERE properties.email != ''`,
      ),
    ).toEqual([['v1@example.com']]);
  });
});
