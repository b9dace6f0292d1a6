import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import express from 'express';
import pino from 'pino';
import { z } from 'zod';
import { closeServer, listen } from '../listen';
import { createMetrics } from '../metrics';
import { createDirectRoutes } from './direct-routes';
import { createHttpMetrics } from './http-metrics';
import type { MountDeps } from './mount-routes';
import { mountRoutes } from './mount-routes';
import { defineRoute } from './route';

const echo = defineRoute({
  name: 'echo',
  method: 'POST',
  path: ['/things/:id/echo/', '/aliases/:id/echo/'],
  access: 'open',
  params: z.object({ id: z.string() }),
  query: z.object({ q: z.string().optional() }),
  body: z.object({ name: z.string() }),
  response: z.unknown(),
  handle: ({ caller, params, query, body, url }) =>
    Promise.resolve({ caller, ...params, ...query, ...body, path: url.pathname }),
});

const deps: MountDeps<string, string> = {
  authorize: ({ address, params }) => Promise.resolve(`${params['id'] ?? ''} from ${address}`),
  metrics: createHttpMetrics(createMetrics('test')),
  logger: pino({ level: 'silent' }),
  csv: { escapeFormulas: true },
  bodyIdleMs: 1_000,
};

/** The number of requests that were served without the router. */
let direct = 0;
const servers: Server[] = [];
/** The addresses of a server with direct routes and of one without. */
let base: string;
let routedBase: string;

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  return `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
}

beforeAll(async () => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', 1);
  mountRoutes(app, [echo], deps);
  const find = createDirectRoutes(app, [echo], deps);
  routedBase = await serve(app);
  base = await serve((request, response) => {
    const found = find(request, response);
    if (found === null) {
      app(request, response);
      return;
    }
    direct += 1;
    found.serve();
  });
});
afterAll(() => Promise.all(servers.map(closeServer)));

async function post(path: string, body: string, method = 'POST', from = base) {
  const before = direct;
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' };
  const response = await fetch(from + path, { method, headers, body });
  const { date: _date, ...sent } = Object.fromEntries(response.headers);
  return {
    isDirect: direct > before,
    response: { status: response.status, headers: sent, body: await response.text() },
  };
}

it.each([
  ['with a slash', '/things/7/echo/?q=a%20b', '{"name":"é"}', 200],
  ['without one', '/aliases/@current/echo', '{"name":"n"}', 200],
  ['an invalid body', '/things/7/echo/', '{"name":1}', 400],
  ['broken JSON', '/things/7/echo/', '{', 400],
])('responds like the router: %s', async (_, path, body, status) => {
  const found = await post(path, body);
  const routed = await post(path, body, 'POST', routedBase);
  expect([found.isDirect, routed.isDirect]).toEqual([true, false]);
  expect(found.response.status).toBe(status);
  expect(found.response).toEqual(routed.response);
  if (status === 200) expect(found.response.body).toContain('from 203.0.113.9');
});

it.each([
  ['another method', '/things/7/echo/', 'PUT', 405],
  ['another path', '/things/7/', 'POST', 404],
  ['an empty segment', '/things//echo/', 'POST', 404],
  ['a longer path', '/things/7/echo/more/', 'POST', 404],
  ['another case', '/things/7/Echo/', 'POST', 200],
])('is served by the router: %s', async (_, path, method, status) => {
  const found = await post(path, '{"name":"n"}', method);
  expect([found.isDirect, found.response.status]).toEqual([false, status]);
});
