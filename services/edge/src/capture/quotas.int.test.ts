import { randomUUID } from 'node:crypto';
import type { QuotaLimit, QuotaResource } from '@tidemark/contracts';
import { createProjectRepository } from '@tidemark/postgres';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';

let edge: EdgeFixture;

beforeAll(async () => {
  edge = await startEdgeFixture(await createIsolatedStores());
  await waitUntil(async () => {
    expect((await fetch(`${edge.url}/_readyz`)).status).toBe(200);
  });
});
afterAll(() => edge.stop());
afterEach(() => edge.drainLog());

const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const response = await fetch(edge.url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const config = async (): Promise<Record<string, unknown>> =>
  (await (await fetch(`${edge.url}/array/${PROJECT_TOKEN}/config`)).json()) as never;

let round = 0;

/** Changes the project as the API does; the marker shows when this edge has received the change. */
async function limit(...limits: (QuotaResource | QuotaLimit)[]): Promise<void> {
  round += 1;
  const quotaLimits = limits.map((one) =>
    typeof one === 'string' ? { resource: one, until: null } : one,
  );
  const captureConsoleLogOptIn = round % 2 === 0;
  await createProjectRepository(edge.database).update(
    { projectId: 1, userId: null },
    {
      declaredQuotas: quotaLimits,
      sessionRecordingOptIn: true,
      captureConsoleLogOptIn,
    },
  );
  await edge.channel.publish({ project_id: 1, what: 'project' });
  await waitUntil(async () => {
    const { sessionRecording, quotaLimited } = await config();
    const over = quotaLimits.some(({ resource }) => resource === 'recordings');
    if (over) expect(quotaLimited).toEqual(['recordings']);
    else {
      expect(sessionRecording).toMatchObject({
        consoleLogRecordingEnabled: captureConsoleLogOptIn,
      });
    }
  }, 1_000);
}

const batch = (...names: string[]): object => ({
  api_key: PROJECT_TOKEN,
  batch: names.map((event) => ({ event, distinct_id: 'u1' })),
});
const names = async (): Promise<string[]> => (await edge.drain()).map(({ event }) => event);
const snapshot = {
  event: '$snapshot',
  api_key: PROJECT_TOKEN,
  distinct_id: 'u1',
  properties: { $session_id: 's', $snapshot_data: [{ type: 4, timestamp: 1_700_000_000_000 }] },
};

const V1_HEADERS = {
  authorization: `Bearer ${PROJECT_TOKEN}`,
  'posthog-sdk-info': 'posthog-node/5.1.0',
  'posthog-attempt': '1',
  'posthog-request-id': randomUUID(),
  'posthog-request-timestamp': new Date().toISOString(),
};
const postV1 = (...events: string[]) =>
  post(
    '/i/v1/analytics/events',
    {
      created_at: new Date().toISOString(),
      batch: events.map((event) => ({
        event,
        uuid: randomUUID(),
        distinct_id: 'u1',
        timestamp: new Date().toISOString(),
        properties: {},
      })),
    },
    V1_HEADERS,
  );
const details = ({ body }: { readonly body: Record<string, unknown> }) =>
  Object.values(body['results'] as Record<string, { details?: string }>).map(
    (result) => result.details ?? 'ok',
  );

it('drops events silently if their quota is used up, but no recordings and no events of other quotas', async () => {
  await limit('events');
  const found = await post('/batch/', batch('a', '$exception', 'b'));
  expect(found).toEqual({ status: 200, body: { status: 'Ok' } });
  expect(await names()).toEqual(['$exception']);
  expect((await post('/e/', batch('a'))).body).toEqual({ status: 'Ok' });
  expect(await edge.drainLog()).toEqual([]);
  expect((await post('/s/', snapshot)).body).toEqual({ status: 'Ok' });
  expect(await edge.drainLog()).toHaveLength(1);
  const metrics = await (await fetch(`${edge.url}/metrics`)).text();
  expect(metrics).toMatch(/edge_over_quota_total\{resource="events",service="edge"\} 3/);
});

it('drops only exceptions if their quota is used up', async () => {
  await limit('exceptions');
  expect((await post('/batch/', batch('$exception', 'a', 'survey sent'))).status).toBe(200);
  expect(await names()).toEqual(['a', 'survey sent']);
});

it('reports a used-up quota of recordings to recorders', async () => {
  await limit('recordings');
  const found = await post('/s/', snapshot);
  expect(found).toEqual({ status: 200, body: { status: 'Ok', quota_limited: ['recordings'] } });
  expect(await edge.drainLog()).toEqual([]);
  expect(await config()).toMatchObject({ sessionRecording: false, quotaLimited: ['recordings'] });
  const flags = await post('/flags/?v=2&config=true', { token: PROJECT_TOKEN, distinct_id: 'u' });
  expect(flags.body).toMatchObject({ sessionRecording: false, quotaLimited: ['recordings'] });
  const bare = await post('/flags/?v=2', { token: PROJECT_TOKEN, distinct_id: 'u' });
  expect(bare.body).not.toHaveProperty('quotaLimited');
});

it('ignores a quota limit after its end', async () => {
  await limit({ resource: 'events', until: new Date(Date.now() - 1).toISOString() });
  expect((await post('/e/', batch('a'))).status).toBe(200);
  expect(await names()).toEqual(['a']);
});

it('returns no flags, with the reason, if the quota of flag requests is used up', async () => {
  await limit('feature_flags');
  const body = { token: PROJECT_TOKEN, distinct_id: 'u' };
  expect((await post('/flags/?v=2', body)).body).toMatchObject({
    flags: {},
    errorsWhileComputingFlags: false,
    quotaLimited: ['feature_flags'],
  });
  expect((await post('/decide/?v=3', body)).body).toMatchObject({
    featureFlags: {},
    quotaLimited: ['feature_flags'],
    sessionRecording: { endpoint: '/s/' },
  });
  const disabled = await post('/flags/?v=2', { ...body, disable_flags: true });
  expect(disabled.body).toMatchObject({ flags: {} });
  expect(disabled.body).not.toHaveProperty('quotaLimited');
});

it('applies quotas per event in V1, and rejects a batch whose events are all dropped', async () => {
  await limit('exceptions', 'surveys', 'llm_events');
  const mixed = await postV1('a', '$exception', 'survey sent', '$ai_generation');
  expect(details(mixed)).toEqual([
    'ok',
    'exceptions_over_quota',
    'survey_responses_over_quota',
    'llm_events_over_quota',
  ]);
  expect(await names()).toEqual(['a']);
  expect(await postV1('$exception')).toMatchObject({
    status: 429,
    body: { error: 'billing_limit_exceeded' },
  });
  await limit('events');
  expect((await postV1('a', '$exception')).status).toBe(429);
  expect(await edge.drainLog()).toEqual([]);
});

it('serves the recorder, and no script that needs routes that the edge lacks', async () => {
  for (const path of ['/static/lazy-recorder.js?v=1.2.3', '/static/1.434.18/recorder.js']) {
    const response = await fetch(edge.url + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('javascript');
    expect((await response.text()).length).toBeGreaterThan(50_000);
  }
  for (const path of ['/static/toolbar.js', '/static/x/recorder.js']) {
    expect((await fetch(edge.url + path)).status).toBe(404);
  }
  // A gateway and the edge might read a path with encoded separators differently.
  expect((await fetch(`${edge.url}/static/..%2fmodule.js`)).status).toBe(400);
});
