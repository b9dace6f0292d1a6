import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { allowAnyOrigin } from './cors';

const ORIGIN = { origin: 'https://shop.example' };
const app = express()
  .use(allowAnyOrigin)
  .use((_request, response) => {
    response.status(404).end();
  });
const server = createServer(app);
let base: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

it('lets pages of any origin read responses, errors too, without credentials of the browser', async () => {
  const result = await fetch(`${base}/api/projects/1/actions/`, { headers: ORIGIN });
  expect(result.status).toBe(404);
  expect(result.headers.get('access-control-allow-origin')).toBe('*');
  expect(result.headers.get('access-control-expose-headers')).toMatch(/retry-after, x-request-id/);
  expect(result.headers.has('access-control-allow-credentials')).toBe(false);
});

it('reports a browser beforehand what may be sent', async () => {
  const result = await fetch(`${base}/api/projects/1/actions/7/`, {
    method: 'OPTIONS',
    headers: {
      ...ORIGIN,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  expect(result.status).toBe(200);
  expect(result.headers.get('access-control-allow-methods')).toContain('PATCH');
  expect(result.headers.get('access-control-allow-headers')).toMatch(/authorization, content-type/);
});

it('sends no CORS headers to clients that are not pages, for sign-in, or outside the API', async () => {
  const plain = await fetch(`${base}/api/projects/1/`);
  const operations = await fetch(`${base}/metrics`, { headers: ORIGIN });
  const login = await fetch(`${base}/api/login/`, { headers: ORIGIN });
  for (const { headers } of [plain, operations, login]) {
    expect(headers.has('access-control-allow-origin')).toBe(false);
  }
});
