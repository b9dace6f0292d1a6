import type { ProcessReport } from '@tidemark/contracts';
import { reportProcess } from '@tidemark/platform';
import { waitUntil } from '@tidemark/testing';
import { closeRedis, createRedis } from '../connection/create-redis';
import type { Redis } from '../connection/redis';
import type { TestRedisServer } from '../test-support/redis-server';
import { startRedisServer } from '../test-support/redis-server';
import { createProcessDirectory } from './process-register';

const report = (id: string, service: string): ProcessReport => ({
  id,
  service,
  version: '1.0.0',
  host: 'a',
  pid: 1,
  startedAt: '2026-11-23T00:00:00.000Z',
  ready: true,
  checks: { postgres: 'ok' },
});

describe('the register of processes', () => {
  let server: TestRedisServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedisServer();
    redis = createRedis(server.url, 'queue');
  });
  afterAll(async () => {
    await closeRedis(redis);
    await server.remove();
  });
  beforeEach(async () => {
    await redis.flushall();
  });

  it('lists the latest report of each process with its age, until it is withdrawn', async () => {
    const directory = createProcessDirectory(redis);
    await directory.report({ ...report('1', 'edge'), ready: false });
    await directory.report(report('1', 'edge'));
    await directory.report(report('2', 'api'));
    const known = await directory.list();
    expect(known.map(({ service, ready }) => [service, ready])).toEqual([
      ['api', true],
      ['edge', true],
    ]);
    for (const { ageMs } of known) expect(ageMs).toBeLessThan(5_000);
    await directory.withdraw('1');
    expect(await directory.list()).toHaveLength(1);
  });

  it('removes a process that was killed long ago', async () => {
    const directory = createProcessDirectory(redis);
    const old = Date.now() - 11 * 60_000;
    await redis.hset('tidemark:processes', '3', `${old} ${JSON.stringify(report('3', 'edge'))}`);
    expect(await directory.list()).toEqual([]);
    expect(await redis.hlen('tidemark:processes')).toBe(0);
  });

  it('has the state of a running process, and no state of a stopped one', async () => {
    const directory = createProcessDirectory(redis);
    let ready = false;
    const reports = reportProcess({
      service: 'edge',
      register: directory,
      readiness: () => Promise.resolve({ ready, checks: { redis: ready ? 'ok' : 'unavailable' } }),
      onFailure: (error) => {
        throw error;
      },
      everyMs: 20,
    });
    await waitUntil(async () =>
      expect(await directory.list()).toMatchObject([
        { ready: false, checks: { redis: 'unavailable' } },
      ]),
    );
    ready = true;
    await waitUntil(async () => expect(await directory.list()).toMatchObject([{ ready: true }]));
    await reports.stop();
    expect(await directory.list()).toEqual([]);
  });
});
