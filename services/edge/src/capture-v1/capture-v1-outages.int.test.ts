import { connect } from 'node:net';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import { startEdgeFixture } from '../test-support/edge-fixture';
import {
  PATH,
  event,
  batch,
  headersWith,
  send,
  captureV1Scene,
} from '../test-support/capture-v1-scene';

const scene = captureV1Scene();
const { post } = scene;

describe('V1 capture during an outage', () => {
  it('survives a client that leaves in the middle of its body', async () => {
    const { hostname, port } = new URL(scene.edge.url);
    const socket = connect(Number(port), hostname);
    socket.write(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    expect((await post(batch(event()))).status).toBe(200);
  });

  it('asks for a retry of every valid event while the log is unavailable, then accepts it', async () => {
    const [good, bad] = [event(), event({ timestamp: 'yesterday' })];
    scene.edge.redisProxy.cut();
    try {
      const found = await post(batch(good, bad));
      expect([found.status, JSON.parse(found.body)]).toEqual([
        200,
        {
          results: {
            [good.uuid]: { result: 'retry', details: 'not_persisted' },
            [bad.uuid]: { result: 'drop', details: 'invalid_event_timestamp' },
          },
        },
      ]);
      expect(found.headers['retry-after']).toBe('1');
      const dropped = await post(batch(bad));
      expect(dropped.headers['retry-after']).toBeUndefined();
    } finally {
      scene.edge.redisProxy.restore();
    }
    await waitUntil(async () => {
      const { body } = await post(batch(good), { 'posthog-attempt': '2' });
      expect(JSON.parse(body)).toEqual({ results: { [good.uuid]: { result: 'ok' } } });
    });
    expect((await scene.edge.drain()).map(({ uuid }) => uuid)).toContain(good.uuid);
  });

  it('asks for a retry of the whole batch while a project cannot be looked up', async () => {
    scene.edge.postgresProxy.cut();
    try {
      const found = await post(batch(event()), { authorization: 'Bearer phc_never_seen' });
      expect([found.status, JSON.parse(found.body)]).toMatchObject([
        503,
        { error: 'service_unavailable' },
      ]);
      expect(found.headers['retry-after']).toBe('1');
    } finally {
      scene.edge.postgresProxy.restore();
    }
    await waitUntil(async () => {
      const { status } = await post(batch(event()), { authorization: 'Bearer phc_never_seen' });
      expect(status).toBe(401);
    });
  });
});

describe('V1 capture with a full ingest log', () => {
  it('asks for a retry of the events', async () => {
    const edge = await startEdgeFixture(await createIsolatedStores(), { INGEST_LOG_MAX_EVENTS: 1 });
    try {
      await waitUntil(async () => {
        expect((await fetch(`${edge.url}/_readyz`)).status).toBe(200);
      });
      const post = async (): Promise<unknown> => {
        const sent = event();
        const { body } = await send(edge.url + PATH, 'POST', headersWith({}), batch(sent));
        return (JSON.parse(body) as { results: Record<string, unknown> }).results[sent.uuid];
      };
      expect(await post()).toEqual({ result: 'ok' });
      expect(await post()).toEqual({ result: 'retry', details: 'not_persisted' });
      expect(await edge.drain()).toHaveLength(1);
    } finally {
      await edge.stop();
    }
  });
});
