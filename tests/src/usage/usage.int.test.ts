import { randomUUID } from 'node:crypto';
import { waitUntil } from '@tidemark/testing';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';

const LIMIT_MS = 60_000;

interface Usage {
  readonly results: readonly Readonly<Record<string, number | string>>[];
  readonly month: {
    readonly resources: readonly {
      readonly resource: string;
      readonly used: number;
      readonly limit: number | null;
      readonly is_limited: boolean;
    }[];
  };
}

describe('usage and its limits', () => {
  let product: Standalone;
  let api: ApiClient;

  beforeAll(async () => {
    product = await startStandalone({ readyTimeoutMs: 120_000 });
    api = createApiClient(product.url, product.personalApiKey);
  });
  afterAll(() => product.stop());

  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${product.url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${product.personalApiKey}`,
        'Content-Type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as T;
  };
  const usage = (query = '') => call<Usage>('GET', `/api/projects/1/usage/${query}`);
  const resource = async (name: string) =>
    (await usage()).month.resources.find((one) => one.resource === name);
  const setLimits = (limits: object, path = '/api/projects/1/') =>
    call('PATCH', path, { usage_limits: limits });
  const event = (name: string) => ({
    ...{ uuid: randomUUID(), event: name, distinct_id: 'ann', properties: {} },
  });
  const send = async (batch: readonly object[]): Promise<void> => {
    const body = JSON.stringify({ api_key: product.projectApiKey, batch });
    const response = await fetch(`${product.url}/batch/`, { method: 'POST', body });
    expect(response.status).toBe(200);
  };
  /** Sends an event to the V1 endpoint and returns the status, which reports whether a quota is used up. */
  const sendV1 = async (name: string): Promise<number> => {
    const timestamp = new Date().toISOString();
    const response = await fetch(`${product.url}/i/v1/analytics/events`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${product.projectApiKey}`,
        'content-type': 'application/json',
        'posthog-sdk-info': 'posthog-node/5.1.0',
        'posthog-attempt': '1',
        'posthog-request-id': randomUUID(),
        'posthog-request-timestamp': timestamp,
      },
      body: JSON.stringify({ created_at: timestamp, batch: [{ ...event(name), timestamp }] }),
    });
    return response.status;
  };
  const flags = async (): Promise<{ quotaLimited?: string[] }> => {
    const body = JSON.stringify({ api_key: product.projectApiKey, distinct_id: 'ann' });
    const response = await fetch(`${product.url}/flags/?v=2`, { method: 'POST', body });
    expect(response.status).toBe(200);
    return (await response.json()) as { quotaLimited?: string[] };
  };
  const stored = async (name: string): Promise<number> => {
    const rows = await api.hogql(1, `select count() from events where event = '${name}'`);
    return Number(rows[0]?.[0]);
  };

  it('drops events above a limit, and accepts them after the limit is raised', async () => {
    await setLimits({ events: 50, surveys: null });
    const first = Array.from({ length: 50 }, () => event('below'));
    await send(first);
    await waitUntil(
      async () => expect(await resource('events')).toMatchObject({ used: 50, is_limited: true }),
      LIMIT_MS,
    );
    await waitUntil(async () => expect(await sendV1('above')).toBe(429), LIMIT_MS);
    await send([event('dropped')]);
    // Exceptions have a separate quota.
    await send([event('$exception')]);
    await waitUntil(
      async () => expect(await resource('exceptions')).toMatchObject({ used: 1, limit: null }),
      LIMIT_MS,
    );
    expect(await stored('dropped')).toBe(0);

    await setLimits({ events: 1_000 });
    await waitUntil(async () => expect(await sendV1('after')).toBe(200), LIMIT_MS);
    await waitUntil(async () => expect(await stored('after')).toBeGreaterThan(0), LIMIT_MS);
    // Events that are sent again are not counted again.
    await send(first);
    await send([event('last')]);
    await waitUntil(async () => expect(await stored('last')).toBe(1), LIMIT_MS);
    const all = (await stored('below')) + (await stored('above')) + (await stored('after')) + 1;
    expect(await stored('below')).toBe(50);
    expect(await resource('events')).toMatchObject({ used: all, is_limited: false });
  });

  it('reports to SDKs that the limit of flag requests is reached', async () => {
    expect(await flags()).not.toHaveProperty('quotaLimited');
    await waitUntil(
      async () => expect((await resource('feature_flags'))?.used).toBeGreaterThan(0),
      LIMIT_MS,
    );
    await setLimits({ feature_flags: 1 });
    await waitUntil(
      async () => expect(await flags()).toMatchObject({ quotaLimited: ['feature_flags'] }),
      LIMIT_MS,
    );
    await setLimits({});
    await waitUntil(async () => expect(await flags()).not.toHaveProperty('quotaLimited'), LIMIT_MS);
  });

  it('counts deliveries, and stops them at their limit', async () => {
    const response = await fetch(`${product.url}/api/projects/1/hog_functions/`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${product.personalApiKey}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        ...{ name: 'Orders', type: 'destination', template_id: 'template-webhook', enabled: true },
        filters: { events: [{ id: 'ordered' }] },
        inputs: { url: { value: 'https://receiver.invalid/' } },
      }),
    });
    expect(response.status).toBe(201);
    // The destination is known to the worker some time after it was created.
    await waitUntil(async () => {
      await send([event('ordered')]);
      expect((await resource('deliveries'))?.used).toBeGreaterThan(0);
    }, LIMIT_MS);
    await setLimits({ deliveries: 1 });
    await waitUntil(
      async () => expect(await resource('deliveries')).toMatchObject({ is_limited: true }),
      LIMIT_MS,
    );
    const used = (await resource('deliveries'))?.used;
    await send([event('ordered'), event('after the orders')]);
    await waitUntil(async () => expect(await stored('after the orders')).toBe(1), LIMIT_MS);
    expect(await resource('deliveries')).toMatchObject({ used, limit: 1 });
    await setLimits({});
    await waitUntil(async () => {
      await send([event('ordered')]);
      expect((await resource('deliveries'))?.used).toBeGreaterThan(Number(used));
    }, LIMIT_MS);
  });

  it('limits all projects of an organization together', async () => {
    const { organization } = await call<{ organization: string }>('GET', '/api/projects/1/');
    const path = `/api/organizations/${organization}/`;
    await setLimits({ surveys: 0 }, path);
    await waitUntil(
      async () => expect(await resource('surveys')).toMatchObject({ is_limited: true }),
      LIMIT_MS,
    );
    expect(await call('GET', path)).toMatchObject({ usage_limits: { surveys: 0 } });
    await setLimits({}, path);
    await waitUntil(
      async () => expect(await resource('surveys')).toMatchObject({ is_limited: false }),
      LIMIT_MS,
    );
  });

  it('returns days and months, including those with zero', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const days = await usage('?date_from=2026-02-01&date_to=2026-02-28');
    expect(days.results).toHaveLength(28);
    expect(days.results[0]).toMatchObject({ date: '2026-02-01', events: 0, rows_exported: 0 });
    const month = await usage(`?interval=month&date_to=${today}`);
    expect(month.results).toHaveLength(1);
    expect(month.results[0]).toMatchObject({
      date: `${today.slice(0, 7)}-01`,
      events: (await resource('events'))?.used,
    });
  });

  it('rejects invalid ranges and limits', async () => {
    const headers = { Authorization: `Bearer ${product.personalApiKey}` };
    for (const query of [
      'date_from=2020-01-01&date_to=2026-01-01',
      'date_from=2026-02-02&date_to=2026-02-01',
      'date_from=2026-02-31',
      'interval=year',
    ]) {
      const response = await fetch(`${product.url}/api/projects/1/usage/?${query}`, { headers });
      expect([query, response.status]).toEqual([query, 400]);
    }
    for (const limits of [{ events: -1 }, { events: 1.5 }, { unknown: 1 }, []]) {
      const response = await fetch(`${product.url}/api/projects/1/`, {
        method: 'PATCH',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ usage_limits: limits }),
      });
      expect(response.status).toBe(400);
    }
  });
});
