import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import { startEdgeFixture } from '../test-support/edge-fixture';
import { event, captureScene } from '../test-support/capture-scene';

const scene = captureScene();
const { post, names } = scene;

describe('capture during an outage', () => {
  it('returns 503 while the log is unavailable, loses no acknowledged event, and recovers', async () => {
    scene.edge.redisProxy.cut();
    const rejected = await post('/e/', event('rejected'));
    expect([rejected.status, await rejected.text()]).toEqual([
      503,
      'transient error, please retry',
    ]);
    expect(rejected.headers.get('retry-after')).toBe('1');
    const readiness = await fetch(`${scene.edge.url}/_readyz`);
    expect(readiness.status).toBe(503);
    expect(await readiness.json()).toMatchObject({ checks: { postgres: 'ok' } });
    expect((await fetch(`${scene.edge.url}/_livez`)).status).toBe(200);

    scene.edge.redisProxy.restore();
    await waitUntil(async () => {
      expect((await post('/e/', event('accepted'))).status).toBe(200);
    });
    expect(await names()).toEqual(['accepted']);
  });

  it('serves known projects while Postgres is unavailable, and asks for a retry for others', async () => {
    expect((await post('/e/', event())).status).toBe(200);
    scene.edge.postgresProxy.cut();
    try {
      await scene.edge.channel.publish({ project_id: scene.edge.project.id, what: 'project' });
      expect((await post('/e/', event('cached'))).status).toBe(200);
      const unknown = await post('/e/', event('x', { api_key: 'phc_never_seen' }));
      expect([unknown.status, await unknown.text()]).toEqual([
        503,
        'transient error, please retry',
      ]);
    } finally {
      scene.edge.postgresProxy.restore();
    }
    await waitUntil(async () => {
      expect((await post('/e/', event('x', { api_key: 'phc_never_seen' }))).status).toBe(401);
    });
    expect(await names()).toEqual(['a', 'cached']);
  });
});

describe('a full ingest log', () => {
  it('returns 503 for further events', async () => {
    const edge = await startEdgeFixture(await createIsolatedStores(), { INGEST_LOG_MAX_EVENTS: 3 });
    try {
      const send = async (): Promise<number> =>
        (await fetch(`${edge.url}/capture/`, { method: 'POST', body: JSON.stringify(event()) }))
          .status;
      await waitUntil(async () => {
        expect((await fetch(`${edge.url}/_readyz`)).status).toBe(200);
      });
      expect([await send(), await send(), await send(), await send()]).toEqual([
        200, 200, 200, 503,
      ]);
      expect(await edge.drain()).toHaveLength(3);
      await waitUntil(async () => {
        expect(await send()).toBe(200);
      });
    } finally {
      await edge.stop();
    }
  });
});
