import type { LoggedEventV1 } from '@tidemark/contracts';
import { closeRedis, createRedis, waitUntilReady } from '../connection/create-redis';
import { startRedisServer } from '../test-support/redis-server';
import type { TestRedisServer } from '../test-support/redis-server';
import { createIngestLogConsumer } from './consumer';
import { createIngestLogProducer } from './producer';

function entry(distinctId: string, text = ''): LoggedEventV1 {
  return {
    v: 1,
    team_id: 1,
    uuid: '01900000-0000-7000-8000-000000000000',
    event: 'e',
    distinct_id: distinctId,
    timestamp: '2026-01-02T03:04:05.000Z',
    captured_at: '2026-01-02T03:04:05.000Z',
    ip: null,
    properties: { text },
    historical_migration: false,
  };
}

describe('the log at its limits', () => {
  let server: TestRedisServer;
  const opened: ReturnType<typeof createRedis>[] = [];

  const connect = async (role: 'producer' | 'consumer' | 'cache') => {
    const redis = createRedis(server.url, role);
    opened.push(redis);
    await waitUntilReady(redis, 10_000);
    return redis;
  };
  const producer = async (partitions: number) =>
    createIngestLogProducer({
      redis: await connect('producer'),
      partitions,
      maxLength: 1_000_000,
      refreshMs: 0,
    });
  const consumer = async (partitions: number) =>
    createIngestLogConsumer({
      redis: await connect('consumer'),
      partitions,
      owner: `w${opened.length}`,
      leaseMs: 60_000,
    });

  beforeEach(async () => {
    server = await startRedisServer();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(closeRedis));
    await server.remove();
  });

  it('loses no event when the number of partitions shrinks', async () => {
    const log = await producer(16);
    await log.append(Array.from({ length: 64 }, (_, i) => entry(`u${i}`)));
    const worker = await consumer(4);
    const owned = await worker.acquire();
    expect(owned).toHaveLength(16);
    expect(await worker.read(owned, 1_000, 0)).toHaveLength(64);
    expect(await worker.lag()).toBe(64);
    await worker.release();
  });

  it('reads the partitions of an edge that starts later with more partitions', async () => {
    const worker = await consumer(2);
    expect(await worker.acquire()).toHaveLength(2);
    const log = await producer(8);
    await log.append(Array.from({ length: 32 }, (_, i) => entry(`u${i}`)));
    const owned = await worker.acquire();
    expect(await worker.read(owned, 1_000, 0)).toHaveLength(32);
    await worker.release();
  });

  it('ends a range by its size, and continues with the rest', async () => {
    const log = await producer(1);
    const megabyte = 'x'.repeat(1_000_000);
    for (let i = 0; i < 200; i += 20) {
      await log.append(Array.from({ length: 20 }, () => entry('u', megabyte)));
    }
    const worker = await consumer(1);
    const owned = await worker.acquire();
    const lengths: number[] = [];
    for (let range = await worker.read(owned, 5_000, 0); range.length > 0;) {
      lengths.push(range.length);
      await worker.acknowledge(range);
      range = await worker.read(owned, 5_000, 0);
    }
    expect(Math.max(...lengths)).toBeLessThan(85);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(200);
    await worker.release();
  });

  it('is drained while Redis is full', async () => {
    const log = await producer(4);
    await log.append(Array.from({ length: 100 }, (_, i) => entry(`u${i}`, 'x'.repeat(1_000))));
    const admin = await connect('cache');
    await admin.config('SET', 'maxmemory-policy', 'noeviction');
    await admin.config('SET', 'maxmemory', '1');
    await expect(log.append([entry('rejected')])).rejects.toThrow();

    const worker = await consumer(4);
    const records = await worker.read(await worker.acquire(), 1_000, 0);
    expect(records).toHaveLength(100);
    await worker.acknowledge(records);
    expect(await worker.lag()).toBe(0);
    await worker.release();
  });
});
