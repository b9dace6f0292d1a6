import { createProjectRepository } from '@tidemark/postgres';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';

const MAX = 20_000;

/** Nothing drains the log here, as when the worker is stopped or slower than the clients. */
describe('one project floods the ingest log', () => {
  let edge: EdgeFixture;
  let other: string;
  let serial = 0;

  const event = () => ({ event: 'e', properties: { distinct_id: `d${(serial += 1)}` } });
  const batch = (size: number) => Array.from({ length: size }, event);
  const v0 = (token: string, size: number): Promise<Response> =>
    fetch(`${edge.url}/batch/`, {
      method: 'POST',
      body: JSON.stringify({ api_key: token, batch: batch(size) }),
    });
  const v1 = (token: string, size: number): Promise<Response> =>
    fetch(`${edge.url}/i/v1/analytics/events`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'posthog-sdk-info': 'posthog-node/1.0.0',
        'posthog-attempt': '1',
        'posthog-request-id': '01900000-0000-7000-8000-000000000001',
        'posthog-request-timestamp': new Date().toISOString(),
      },
      body: JSON.stringify({
        created_at: new Date().toISOString(),
        batch: batch(size).map(({ properties }) => ({
          event: 'e',
          uuid: crypto.randomUUID(),
          distinct_id: properties.distinct_id,
          timestamp: new Date().toISOString(),
        })),
      }),
    });
  /** Sends events until this number of consecutive rejections; resolves with the last response. */
  const flood = async (size: number): Promise<Response> => {
    for (let rejected = 0; ;) {
      const response = await v0(PROJECT_TOKEN, size);
      rejected = response.status === 503 ? rejected + 1 : 0;
      if (rejected === 10) return response;
      await response.text();
    }
  };

  beforeAll(async () => {
    edge = await startEdgeFixture(await createIsolatedStores(), { INGEST_LOG_MAX_EVENTS: MAX });
    const projects = createProjectRepository(edge.database);
    const created = await projects.create(
      { organizationId: edge.project.organizationId, userId: null },
      { name: 'Other' },
    );
    other = created.apiToken;
    await waitUntil(async () => {
      expect((await v0(PROJECT_TOKEN, 1)).status).toBe(200);
    });
  });
  afterAll(() => edge.stop());

  it('is asked to retry, while all 180 events of another project are stored', async () => {
    const floods = Array.from({ length: 8 }, () => flood(25));
    for (let at = 0; at < 60; at += 1) expect((await v0(other, 1)).status).toBe(200);
    const [rejected] = await Promise.all(floods);
    expect([rejected!.status, await rejected!.text()]).toEqual([
      503,
      'transient error, please retry',
    ]);
    expect(rejected!.headers.get('retry-after')).toBe('1');

    for (let at = 0; at < 6; at += 1) {
      expect((await v0(other, 10)).status).toBe(200);
      const response = await v1(other, 10);
      expect([response.status, response.headers.get('retry-after')]).toEqual([200, null]);
    }
    const again = await v1(PROJECT_TOKEN, 400);
    expect([again.status, again.headers.get('retry-after')]).toEqual([200, '1']);

    const counts = new Map<number, number>();
    for (const { team_id: id } of await edge.drain()) counts.set(id, (counts.get(id) ?? 0) + 1);
    const [flooded = 0, others = 0] = [...counts.entries()]
      .sort(([a], [b]) => a - b)
      .map(([, count]) => count);
    expect(others).toBe(180);
    expect(flooded).toBeGreaterThan(0.85 * MAX);
    expect(flooded + others).toBeLessThanOrEqual(MAX);
  });

  it('is accepted again once the log is drained', async () => {
    await waitUntil(async () => {
      expect((await v0(PROJECT_TOKEN, 100)).status).toBe(200);
    });
  });
});
