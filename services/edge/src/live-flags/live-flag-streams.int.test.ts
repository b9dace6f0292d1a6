import { createProjectRepository } from '@tidemark/postgres';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';
import { openFlagStream } from '../test-support/flag-stream';
import { everyone } from '../test-support/flags-scene';
import { forPlan, liveFlagsScene } from '../test-support/live-flags-scene';

const scene = liveFlagsScene();
const { announce, create, update, open, createPerson } = scene;

it('does not send events again to a reconnecting client', async () => {
  const id = await create({ key: 'reconnect', filters: everyone });
  const first = await (await open({})).next();
  const byHeader = await open({}, { 'last-event-id': first.id! });
  const byQuery = await open({ last_event_id: first.id! });
  const other = await open({ last_event_id: 'something else' });
  expect((await other.next()).id).toBe(first.id);
  expect([byHeader.events, byQuery.events]).toEqual([[], []]);
  await update(id, { active: false });
  expect((await byHeader.next()).data.flags).not.toHaveProperty('reconnect');
  expect((await byQuery.next()).data.flags).not.toHaveProperty('reconnect');
});

describe('rejects', () => {
  const get = (query: string) => fetch(`${scene.edge.url}/flags/stream?${query}`);

  it('requests as /flags does', async () => {
    const known = `token=${PROJECT_TOKEN}`;
    const cases: [query: string, status: number, text: string][] = [
      ['distinct_id=u1', 401, 'No API token provided'],
      ['token=phc_unknown&distinct_id=u1', 401, 'authentication_failed'],
      [known, 400, 'The distinct_id field is missing'],
      [`${known}&distinct_id=u1&groups={`, 400, 'invalid JSON in groups'],
      [`${known}&distinct_id=u1&groups=${'['.repeat(600)}`, 400, 'nested too deeply'],
      [`${known}&distinct_id=${'x'.repeat(9_000)}`, 413, 'may have 8192 bytes'],
    ];
    for (const [query, status, text] of cases) {
      const response = await get(query);
      expect([response.status, await response.text()]).toEqual([
        status,
        expect.stringContaining(text),
      ]);
    }
  });

  it('other methods, and answers a preflight', async () => {
    const post = await fetch(`${scene.edge.url}/flags/stream`, { method: 'POST', body: '{}' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET,OPTIONS']);
    const preflight = await fetch(`${scene.edge.url}/flags/stream`, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,OPTIONS');
  });

  it('streams beyond the bound of the project, until one is closed', async () => {
    const opened = await Promise.all(Array.from({ length: 8 }, () => open({})));
    const query = `token=${PROJECT_TOKEN}&distinct_id=u1`;
    const full = await get(query);
    expect([full.status, full.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await full.json()).toMatchObject({
      code: 'rate_limit_exceeded',
      detail: 'Too many flag streams of this project are open.',
    });
    opened[0]?.close();
    await waitUntil(async () => (await open({})).response.status === 200);
  });
});

it('ends streams whose token is no longer valid, and reports a used-up quota', async () => {
  const stream = await open({});
  await stream.next();
  const projects = createProjectRepository(scene.edge.database);
  const actor = { projectId: 1, userId: null };
  const until = (declared: boolean) =>
    projects.update(actor, {
      declaredQuotas: declared ? [{ resource: 'feature_flags', until: null }] : [],
    });
  await until(true);
  await announce('project');
  expect((await stream.next()).data).toMatchObject({ flags: {}, quotaLimited: ['feature_flags'] });
  await until(false);
  await announce('project');
  expect((await stream.next()).data).not.toHaveProperty('quotaLimited');

  const rotated = await projects.rotateToken(actor, 0);
  await announce('project');
  await waitUntil(() => stream.hasEnded());
  const successor = await open({ token: rotated!.apiToken });
  await successor.next();
  successor.close();
  await scene.edge.database.db
    .updateTable('projects')
    .set({ api_token: PROJECT_TOKEN })
    .where('id', '=', 1)
    .execute();
  await announce('project');
});

it('keeps the flags of a page while a store is unavailable, and sends the change afterwards', async () => {
  const id = await create({ key: 'outage', filters: forPlan('outage') });
  await createPerson('during-outage', { plan: 'outage' });
  const stream = await open({ distinct_id: 'during-outage' });
  expect((await stream.next()).data.flags['outage']?.enabled).toBe(true);
  await scene.edge.redis.flushdb();
  scene.edge.postgresProxy.cut();
  await announce();
  await new Promise((resolve) => setTimeout(resolve, 500));
  scene.edge.postgresProxy.restore();
  expect(stream.events).toHaveLength(1);
  await update(id, { active: false });
  expect((await stream.next()).data.flags).not.toHaveProperty('outage');
});

it('ends its streams when it stops, and takes no more', async () => {
  const stores = await createIsolatedStores();
  const stopping = await startEdgeFixture(stores);
  const stream = await openFlagStream(stopping.url, { token: PROJECT_TOKEN, distinct_id: 'u1' });
  await stream.next();
  await stopping.stop();
  await waitUntil(() => stream.hasEnded());
  // The end of a response, not a broken connection, which would be an error here.
  stream.close();
});
