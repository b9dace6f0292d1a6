import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { closeServer, listen } from './listen';
import { createMetrics } from './metrics';
import { createOpsRoutes } from './ops-routes';

let server: Server;
let base: string;
let storeIsUnavailable = false;
const ops = createOpsRoutes({
  checks: [
    {
      name: 'store',
      check: () =>
        storeIsUnavailable ? Promise.reject(new Error('unavailable')) : Promise.resolve(),
    },
  ],
  metrics: createMetrics('test'),
  serveMetrics: true,
});
beforeAll(async () => {
  server = createServer(ops.listener);
  base = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
});
afterAll(() => closeServer(server, 100));

const statusOf = async (path: string): Promise<number> => (await fetch(base + path)).status;

async function reachability(): Promise<string | undefined> {
  const text = await (await fetch(`${base}/metrics`)).text();
  return text.split('\n').find((line) => line.startsWith('dependency_up{'));
}

it.each(['/_livez', '/_liveness', '/_readyz', '/_readiness', '/metrics'])(
  '%s is 200',
  async (path) => {
    expect(await statusOf(path)).toBe(200);
  },
);

it('is alive but not ready while a dependency is unavailable, and while it stops', async () => {
  storeIsUnavailable = true;
  expect(await reachability()).toBe('dependency_up{dependency="store",service="test"} 0');
  expect([await statusOf('/_readyz'), await statusOf('/_readiness')]).toEqual([503, 503]);
  expect(await statusOf('/_liveness')).toBe(200);
  storeIsUnavailable = false;
  expect(await reachability()).toBe('dependency_up{dependency="store",service="test"} 1');
  expect(await statusOf('/_readiness')).toBe(200);
  ops.startDraining();
  expect([await statusOf('/_readiness'), await statusOf('/_liveness')]).toEqual([503, 200]);
});

it('handles no other path', async () => {
  expect(await statusOf('/_other')).toBe(404);
});
