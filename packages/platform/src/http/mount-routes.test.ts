import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { Writable } from 'node:stream';
import express from 'express';
import pino from 'pino';
import { z } from 'zod';
import { closeServer, listen } from '../listen';
import { createMetrics } from '../metrics';
import { notAuthenticated, throttled } from './errors';
import { createHttpMetrics } from './http-metrics';
import { mountRoutes } from './mount-routes';
import { defineRoute } from './route';
import { StreamedResponse } from './streamed-response';

const lines: string[] = [];
const logger = pino(
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  }),
);
const metrics = createMetrics('test');
let noticeAbort: () => void;
const aborted = new Promise<string>((resolve) => {
  noticeAbort = () => resolve('aborted');
});

const echo = defineRoute({
  name: 'echo',
  method: 'POST',
  path: ['/things/:id/', '/aliases/:id/'],
  access: 'open',
  status: 201,
  params: z.object({ id: z.string().regex(/^\d+$/).transform(Number) }),
  query: z.object({ q: z.string().optional() }),
  body: z.object({ name: z.string() }),
  response: z.object({ id: z.number(), name: z.string(), q: z.string().nullable() }),
  handle: ({ params, body, query }) =>
    Promise.resolve({ id: params.id, name: body.name, q: query.q ?? null, secret: 'stays inside' }),
});

const routes = [
  echo,
  defineRoute({
    name: 'reject',
    method: 'DELETE',
    path: '/things/:id/',
    access: 'open',
    status: 405,
    handle: () => Promise.resolve(undefined),
  }),
  defineRoute({
    name: 'crash',
    method: 'GET',
    path: '/crash/',
    access: 'open',
    handle: () => Promise.reject(new Error('database password is hunter2')),
  }),
  defineRoute({
    name: 'stream',
    method: 'GET',
    path: '/stream/',
    access: 'open',
    query: z.object({ fail: z.string().optional() }),
    handle: ({ query, header }) => {
      async function* lines() {
        yield 'a\n';
        await Promise.resolve();
        if (query.fail !== undefined) throw new Error('broke');
        yield 'b\n';
      }
      return Promise.resolve(
        new StreamedResponse(header('accept') ?? 'none', lines(), { 'x-more': '1' }),
      );
    },
  }),
  defineRoute({
    name: 'misfit',
    method: 'GET',
    path: '/misfit/',
    access: 'open',
    response: z.object({ n: z.number() }),
    handle: () => Promise.resolve({ n: 'x' as unknown as number }),
  }),
  defineRoute({
    name: 'slow',
    method: 'GET',
    path: '/slow/',
    access: 'open',
    handle: ({ signal }) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          noticeAbort();
          resolve();
        });
      }),
  }),
  defineRoute({
    name: 'closed',
    method: 'POST',
    path: '/closed/',
    access: 'closed',
    body: z.object({}),
    handle: () => Promise.resolve(undefined),
  }),
  defineRoute({
    name: 'throttled',
    method: 'GET',
    path: '/throttled/',
    access: 'throttled',
    handle: () => Promise.resolve(undefined),
  }),
];

let server: Server;
let base: string;
beforeAll(async () => {
  const app = express();
  mountRoutes(app, routes, {
    authorize: (_request, access) => {
      if (access === 'closed') return Promise.reject(notAuthenticated());
      if (access === 'throttled') return Promise.reject(throttled(8.2));
      return Promise.resolve(null);
    },
    metrics: createHttpMetrics(metrics),
    logger,
    maxBodyBytes: 1_000,
    bodyIdleMs: 300,
    csv: { escapeFormulas: true },
  });
  server = createServer(app);
  base = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
});
afterAll(() => closeServer(server, 100));

async function call(method: string, path: string, body?: string, type = 'application/json') {
  const response = await fetch(base + path, {
    method,
    ...(body !== undefined && { body, headers: { 'content-type': type } }),
  });
  const text = await response.text();
  return { response, status: response.status, text, json: () => JSON.parse(text) as unknown };
}

describe('mountRoutes', () => {
  it.each(['/things/7/?q=a', '/things/7?q=a', '/aliases/7/?q=a'])(
    'returns the response of POST %s',
    async (path) => {
      const result = await call('POST', path, '{"name":"n"}');
      expect(result.status).toBe(201);
      expect(result.response.headers.get('content-type')).toContain('application/json');
      expect(result.json()).toEqual({ id: 7, name: 'n', q: 'a' });
    },
  );

  it.each([
    ['/things/x/', '{"name":"n"}', 404, 'not_found', null],
    ['/things/%00/', '{"name":"n"}', 404, 'not_found', null],
    ['/things/1/', '{}', 400, 'required', 'name'],
    ['/things/1/', '{', 400, 'parse_error', null],
    ['/things/1/', '[]', 400, 'invalid_input', null],
    ['/things/1/?q=%00', '{"name":"n"}', 400, 'null_characters_not_allowed', 'q'],
    ['/things/1/', `{"name":"${'x'.repeat(2_000)}"}`, 413, 'request_too_large', null],
  ])('POST %s %s is rejected', async (path, body, status, code, attr) => {
    const result = await call('POST', path, body);
    expect(result.status).toBe(status);
    expect(result.json()).toMatchObject({ code, attr });
  });

  it('rejects an unsupported content type', async () => {
    const result = await call('POST', '/things/1/', '<a/>', 'text/xml');
    expect(result.status).toBe(415);
    expect(result.json()).toMatchObject({ code: 'unsupported_media_type' });
  });

  it('reports that the path does not have a method, and the methods it has', async () => {
    const result = await call('PUT', '/things/1/');
    expect(result.status).toBe(405);
    expect(result.response.headers.get('allow')).toBe('POST, DELETE');
    expect(result.json()).toEqual({
      type: 'invalid_request',
      code: 'method_not_allowed',
      detail: 'Method "PUT" not allowed.',
      attr: null,
    });
  });

  it('sends no body if none is declared', async () => {
    const result = await call('DELETE', '/things/1/');
    expect([result.status, result.text]).toEqual([405, '']);
  });

  it('authorises before it reads the body', async () => {
    const result = await call('POST', '/closed/', '{broken');
    expect(result.status).toBe(401);
    expect(result.response.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('reports when a throttled caller may try again', async () => {
    const result = await call('GET', '/throttled/');
    expect(result.status).toBe(429);
    expect(result.response.headers.get('retry-after')).toBe('9');
    expect(result.json()).toMatchObject({
      detail: 'Request was throttled. Expected available in 9 seconds.',
    });
  });

  it.each(['/crash/', '/misfit/'])(
    'writes the cause of an internal error only to the log: %s',
    async (path) => {
      lines.length = 0;
      const result = await call('GET', path);
      expect(result.json()).toEqual({
        type: 'server_error',
        code: 'error',
        detail: 'A server error occurred.',
        attr: null,
      });
      expect(result.status).toBe(500);
      expect(lines.join('')).toContain('a request failed');
    },
  );

  it('sends the chunks of a stream immediately', async () => {
    const result = await fetch(`${base}/stream/`, { headers: { accept: 'text/csv' } });
    expect(result.status).toBe(200);
    expect(result.headers.get('content-type')).toBe('text/csv');
    expect(result.headers.get('x-more')).toBe('1');
    expect(await result.text()).toBe('a\nb\n');
  });

  it('closes the connection if a stream fails, so that an incomplete body is recognised', async () => {
    const result = await fetch(`${base}/stream/?fail=1`);
    await expect(result.text()).rejects.toThrow();
  });

  it('aborts the work for a client that has disconnected', async () => {
    const client = new AbortController();
    const request = fetch(`${base}/slow/`, { signal: client.signal });
    setTimeout(() => client.abort(), 50);
    await expect(request).rejects.toThrow();
    await expect(aborted).resolves.toBe('aborted');
  });

  it('measures by route name', async () => {
    await call('POST', '/things/12345/', '{"name":"n"}');
    const text = await metrics.registry.metrics();
    expect(text).toContain('route="echo",method="POST",status="201"');
    expect(text).not.toContain('12345');
  });

  it('returns 408 if a body stops arriving, and closes the connection', async () => {
    const { hostname, port } = new URL(base);
    const client = connect(Number(port), hostname, () => {
      client.write('POST /things/7/ HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"name"');
    });
    const heard = await text(client);
    expect(heard).toMatch(/^HTTP\/1\.1 408 /);
    expect(heard).toContain('"code":"request_timeout"');
  });

  it('does not decompress bodies: a compressed body is not JSON', async () => {
    const result = await fetch(`${base}/things/7/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: new Uint8Array(gzipSync(Buffer.alloc(500_000, ' '))),
    });
    expect([result.status, await result.json()]).toEqual([
      400,
      {
        type: 'invalid_request',
        code: 'parse_error',
        detail: 'JSON parse error - a body with a Content-Encoding is not read',
        attr: null,
      },
    ]);
  });
});
