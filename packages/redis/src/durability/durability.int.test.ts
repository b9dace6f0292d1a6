import { once } from 'node:events';
import type { Metrics } from '@tidemark/platform';
import { createLogger, createMetrics } from '@tidemark/platform';
import { waitUntil } from '@tidemark/testing';
import type { Redis } from '../connection/redis';
import { closeRedis, createRedis } from '../connection/create-redis';
import type { TestRedisServer } from '../test-support/redis-server';
import { startRedisServer } from '../test-support/redis-server';
import { requireDurability, watchDurability } from './watch-durability';

/** Uses a real server, with correct and wrong settings. */
describe('durability of the Redis that holds the log', () => {
  let server: TestRedisServer;
  let admin: Redis;

  beforeAll(async () => {
    server = await startRedisServer();
    admin = createRedis(server.url, 'queue');
  });
  afterAll(async () => {
    await closeRedis(admin);
    await server.remove();
  });
  beforeEach(async () => {
    await admin.config('SET', 'maxmemory-policy', 'noeviction');
    await admin.config('SET', 'appendonly', 'yes');
  });

  /** The warnings of `watchDurability`, after the first result. */
  const watch = async (url: string) => {
    const logger = createLogger('test', 'silent');
    const warn = jest.spyOn(logger, 'warn');
    const metrics: Metrics = createMetrics('test');
    const redis = createRedis(url, 'producer');
    watchDurability(redis, { logger, metrics });
    const state = await waitUntil(async () => {
      const text = await metrics.registry.metrics();
      const found = /redis_durability\{state="(\w+)"[^}]*\} 1/.exec(text)?.[1];
      if (found === undefined) throw new Error('nothing found yet');
      return found;
    });
    await closeRedis(redis);
    return { state, warnings: warn.mock.calls.map(([text]) => String(text)) };
  };

  it('does not warn about a server with durable settings', async () => {
    expect(await watch(server.url)).toEqual({ state: 'durable', warnings: [] });
    await expect(requireDurability(server.url)).resolves.toBeUndefined();
  });

  it.each([
    { name: 'maxmemory-policy', value: 'allkeys-lru', says: 'set maxmemory-policy noeviction' },
    { name: 'maxmemory-policy', value: 'volatile-ttl', says: 'set maxmemory-policy noeviction' },
    { name: 'appendonly', value: 'no', says: 'set appendonly yes' },
  ])('warns of $name $value, and prevents a start if configured', async (given) => {
    await admin.config('SET', given.name, given.value);
    const { state, warnings } = await watch(server.url);
    expect(state).toBe('at_risk');
    expect(warnings).toEqual([expect.stringContaining(given.says)]);
    expect(warnings[0]).toContain('EVENTS CAN BE LOST');
    await expect(requireDurability(server.url)).rejects.toThrow(given.says);
  });

  it('warns and continues if the settings are not visible', async () => {
    await admin.call('ACL', 'SETUSER', 'guest', 'on', '>secret', '~*', '&*', '+@all', '-info');
    const url = server.url.replace('//', '//guest:secret@');
    const { state, warnings } = await watch(url);
    expect(state).toBe('unknown');
    expect(warnings).toEqual([expect.stringContaining('does not show')]);
    await expect(requireDurability(url)).resolves.toBeUndefined();
  });

  it('reports a finding once, however often the connection is lost', async () => {
    await admin.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const logger = createLogger('test', 'silent');
    const warn = jest.spyOn(logger, 'warn');
    const redis = createRedis(server.url, 'queue');
    watchDurability(redis, { logger, metrics: createMetrics('test') });
    await waitUntil(() => expect(warn).toHaveBeenCalledTimes(1));
    const back = once(redis, 'ready');
    await admin.call('CLIENT', 'KILL', 'ID', String(await redis.client('ID')));
    await back;
    await redis.ping();
    await redis.ping();
    expect(warn).toHaveBeenCalledTimes(1);
    await closeRedis(redis);
  });
});
