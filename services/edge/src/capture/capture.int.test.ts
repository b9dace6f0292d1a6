import { Agent, request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { createProjectRepository } from '@tidemark/postgres';
import { waitUntil } from '@tidemark/testing';
import * as lzString from 'lz-string';
import { PROJECT_TOKEN } from '../test-support/edge-fixture';
import { event, captureScene } from '../test-support/capture-scene';

const scene = captureScene();
const { post, names } = scene;

describe('capture over HTTP', () => {
  it('accepts an event on every path and responds only when it is in the log', async () => {
    const paths = ['/capture', '/e', '/i/v0/e', '/batch', '/track', '/engage'];
    for (const path of paths.flatMap((p) => [p, `${p}/`, `${p}/?ip=1&_=1&ver=1.2`])) {
      const response = await post(path, event(path));
      expect([path, response.status, await response.text()]).toEqual([
        path,
        200,
        '{"status":"Ok"}',
      ]);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(await names()).toEqual([path]);
    }
  });

  it('accepts bodies with a batch and bodies that are an array', async () => {
    const { api_key: token, ...bare } = event('b1');
    await post('/e/', { api_key: token, batch: [bare, { ...bare, event: 'b2' }] });
    const properties = { token, distinct_id: 'u1' };
    await post('/e/', [
      { event: 'c1', properties },
      { event: 'c2', properties },
    ]);
    expect(await names()).toEqual(['b1', 'b2', 'c1', 'c2']);
  });

  it.each<[string, string, () => string | Buffer, Record<string, string>]>([
    [
      'gzip without any hint',
      '/e/',
      () => gzipSync(JSON.stringify(event())),
      { 'content-type': 'text/plain' },
    ],
    [
      'gzip by header',
      '/batch/',
      () => gzipSync(JSON.stringify(event())),
      { 'content-encoding': 'gzip' },
    ],
    ['gzip by query', '/e/?compression=gzip-js', () => gzipSync(JSON.stringify(event())), {}],
    [
      'a form',
      '/e/?compression=base64',
      () => `data=${encodeURIComponent(Buffer.from(JSON.stringify(event())).toString('base64'))}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['base64', '/e/', () => Buffer.from(JSON.stringify(event())).toString('base64'), {}],
    [
      'LZ-string',
      '/e/?compression=lz64',
      () => lzString.compressToBase64(JSON.stringify(event())),
      {},
    ],
  ])('decodes %s', async (_, path, body, headers) => {
    expect((await post(path, body(), headers)).status).toBe(200);
    expect(await names()).toEqual(['a']);
  });

  it('reads GET with data in the query', async () => {
    const data = JSON.stringify(event());
    for (const value of [data, Buffer.from(data).toString('base64')]) {
      const response = await fetch(`${scene.edge.url}/e/?data=${encodeURIComponent(value)}`);
      expect(response.status).toBe(200);
      expect(await names()).toEqual(['a']);
    }
  });

  it('returns 204 for a beacon, and no body', async () => {
    const response = await post('/e/?beacon=1', event());
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(await names()).toEqual(['a']);
  });

  it('allows the origin and the requested headers, on errors too', async () => {
    const origin = 'https://shop.example';
    const preflight = await fetch(`${scene.edge.url}/e/`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-foo',
      },
    });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-foo');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');

    const accepted = await post('/e/', event(), { origin });
    const rejected = await post('/e/', 'not json', { origin });
    expect([accepted.status, rejected.status]).toEqual([200, 400]);
    for (const response of [preflight, accepted, rejected]) {
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    }
    const bare = await fetch(`${scene.edge.url}/e/`, { method: 'OPTIONS' });
    expect(await bare.text()).toBe('{"status":"Ok"}');
  });

  it.each<[string, unknown, number, string]>([
    ['/e/', '', 400, 'request missing data payload'],
    ['/e/', 'not json', 400, 'failed to parse request: invalid JSON'],
    ['/e/?compression=gzip', event(), 400, 'failed to decode request: invalid GZIP data'],
    [
      '/e/',
      { api_key: PROJECT_TOKEN },
      400,
      'failed to hydrate events from request: missing event name',
    ],
    ['/e/', { ...event(), event: '' }, 400, 'event submitted with an empty event name'],
    ['/e/', { ...event(), distinct_id: ' ' }, 400, 'event submitted without a distinct_id'],
    ['/batch/', { api_key: PROJECT_TOKEN, batch: [] }, 400, 'request holds no event'],
    ['/e/', { event: 'a', distinct_id: 'u' }, 401, 'event submitted without an api_key'],
    ['/e/', { ...event(), api_key: 'phx_p' }, 401, 'API key is not valid: personal_api_key'],
    ['/e/', { ...event(), api_key: 'phc_nobody' }, 401, 'API key is not valid: unknown'],
    [
      '/batch/',
      { api_key: PROJECT_TOKEN, batch: [event(), { event: 'x' }, event()] },
      400,
      'event submitted without a distinct_id',
    ],
  ])('%s rejects %j', async (path, body, status, message) => {
    const response = await post(path, body);
    expect([response.status, await response.text()]).toEqual([status, message]);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await scene.edge.drain()).toEqual([]);
  });

  it('drops $performance_event, and rejects other methods and unserved paths', async () => {
    expect((await post('/e/', event('$performance_event'))).status).toBe(200);
    expect(await scene.edge.drain()).toEqual([]);
    expect((await fetch(`${scene.edge.url}/e/`, { method: 'PUT', body: '{}' })).status).toBe(405);
    expect((await fetch(`${scene.edge.url}/nowhere`)).status).toBe(404);
  });

  it('rejects a body over 20 MiB and keeps the connection open', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    const send = (body: Buffer | string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const request = httpRequest(
          `${scene.edge.url}/batch/`,
          { agent, method: 'POST' },
          (response) => {
            ports.add(response.socket.localPort);
            response.resume().on('end', () => resolve(response.statusCode));
          },
        );
        request.on('error', reject).end(body);
      });
    try {
      expect(await send(Buffer.alloc(21 * 1024 * 1024, 0x20))).toBe(413);
      expect(await send(JSON.stringify(event()))).toBe(200);
      expect(ports.size).toBe(1);
    } finally {
      agent.destroy();
    }
    expect(await names()).toEqual(['a']);
  });

  it('accepts 4 MiB of events and rejects a decompression bomb', async () => {
    const batch = Array.from({ length: 5_000 }, (_, i) =>
      event('big', { distinct_id: `u${i}`, properties: { text: 'x'.repeat(800) } }),
    );
    expect((await post('/e/', { api_key: PROJECT_TOKEN, batch })).status).toBe(200);
    expect(await scene.edge.drain()).toHaveLength(5_000);
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 0x20));
    expect((await post('/e/', bomb)).status).toBe(413);
  });

  it('corrects timestamps by the clock skew that body and query show', async () => {
    const at = Date.now();
    const timestamp = new Date(at - 3_600_000).toISOString();
    await post('/batch/', {
      api_key: PROJECT_TOKEN,
      sent_at: new Date(at + 10_000).toISOString(),
      batch: [event('body', { timestamp })],
    });
    await post(`/e/?_=${at + 10_000}`, event('query', { timestamp }));
    await post(`/e/?sent_at=${Math.round(at / 1_000)}`, event('seconds', { timestamp }));
    const times = (await scene.edge.drain()).map((entry) => Date.parse(entry.timestamp));
    expect(times).toHaveLength(3);
    // The time is moved back by ten seconds less the duration of the request.
    for (const time of times.slice(0, 2)) {
      expect(time).toBeGreaterThanOrEqual(at - 3_610_000);
      expect(time).toBeLessThan(at - 3_600_000);
    }
    expect(times[2]).toBe(at - 3_600_000);
  });

  it('stores the address of the client and the project', async () => {
    await post('/e/', event(), { 'x-forwarded-for': '203.0.113.9, 10.0.0.1' });
    expect(await scene.edge.drain()).toMatchObject([{ ip: '203.0.113.9', team_id: 1, v: 1 }]);
  });

  it('accepts a new project as soon as it is announced, although its token was rejected before', async () => {
    const body = event('late', { api_key: 'phc_later' });
    expect((await post('/e/', body)).status).toBe(401);
    const projects = createProjectRepository(scene.edge.database);
    const created = await projects.create(
      { organizationId: scene.edge.project.organizationId, userId: null },
      { name: 'second' },
    );
    await scene.edge.database.db
      .updateTable('projects')
      .set({ api_token: 'phc_later' })
      .where('id', '=', created.id)
      .execute();
    await scene.edge.channel.publish({ project_id: created.id, what: 'project' });
    await waitUntil(async () => {
      expect((await post('/e/', body)).status).toBe(200);
    });
    expect(await scene.edge.drain()).toMatchObject([{ team_id: created.id }]);
  });

  it('counts requests and events', async () => {
    await post('/e/', event());
    const metrics = await (await fetch(`${scene.edge.url}/metrics`)).text();
    expect(metrics).toMatch(/edge_requests_total\{route="\/e",status="200",service="edge"\} \d+/);
    expect(metrics).toMatch(/edge_events_accepted_total\{service="edge"\} \d+/);
    expect(metrics).toMatch(/edge_log_append_seconds_count\{service="edge"\} \d+/);
  });
});
