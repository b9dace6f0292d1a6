import { setTimeout as sleep } from 'node:timers/promises';
import type { LeaseChange } from '@tidemark/ingest-log';
import { PartitionsLostError } from '@tidemark/ingest-log';
import { closeRedis, createRedis, waitUntilReady } from '../connection/create-redis';
import { startRedisServer } from '../test-support/redis-server';
import type { TestRedisServer } from '../test-support/redis-server';
import type { IngestLogConsumerDeps } from './consumer';
import { createIngestLogConsumer } from './consumer';
import { streamKey } from './keys';

const LEASE_MS = 150;

/** A stalled consumer does not renew its leases; the test closes its connection instead of stopping its process. */
describe('ownership of partitions', () => {
  let server: TestRedisServer;
  const opened: ReturnType<typeof createRedis>[] = [];

  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.remove());
  beforeEach(async () => {
    const admin = await connect();
    await admin.flushall();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(closeRedis));
  });

  const connect = async () => {
    const redis = createRedis(server.url, 'consumer');
    opened.push(redis);
    await waitUntilReady(redis, 10_000);
    return redis;
  };
  const consumer = async (owner: string, given: Partial<IngestLogConsumerDeps> = {}) => {
    const changes: [LeaseChange, number][] = [];
    const claimed: number[] = [];
    const log = createIngestLogConsumer({
      redis: await connect(),
      partitions: 1,
      owner,
      leaseMs: LEASE_MS,
      onClaimed: (partitions) => {
        claimed.push(...partitions);
        return Promise.resolve();
      },
      onLeaseChange: (change, partitions) => changes.push([change, partitions]),
      ...given,
    });
    return { log, changes, claimed };
  };
  const write = async (...texts: string[]): Promise<void> => {
    const redis = await connect();
    for (const text of texts) await redis.xadd(streamKey(0), '*', 'e', text);
  };
  /** Waits until a lease has expired, as after a stall; another consumer may take it. */
  const runOut = () => sleep(LEASE_MS + 100);
  const stalled = async (owner: string) => {
    const redis = await connect();
    const held = await consumer(owner, { redis, leaseMs: LEASE_MS });
    await held.log.acquire();
    const records = await held.log.read([0], 10, 0);
    redis.disconnect();
    await runOut();
    return { ...held, records, wake: () => redis.connect() };
  };

  it('keeps an expired lease that no one else took', async () => {
    await write('a');
    const first = await stalled('first');
    await first.wake();
    await first.log.confirm([0]);
    await first.log.acknowledge(first.records);
    expect(await first.log.lag()).toBe(0);
    expect(first.claimed).toEqual([0]);
    await first.log.release();
  });

  it('rejects all steps of a stalled consumer after another took over', async () => {
    await write('a');
    const first = await stalled('first');
    const second = await consumer('second');
    expect(await second.log.acquire()).toEqual([0]);
    expect(second.changes).toEqual([
      ['claimed', 1],
      ['taken_over', 1],
    ]);

    await first.wake();
    const [record] = first.records;
    await expect(first.log.confirm([0])).rejects.toEqual(new PartitionsLostError([0]));
    await expect(first.log.acknowledge([record!])).rejects.toBeInstanceOf(PartitionsLostError);
    await expect(first.log.deadLetter(record!, 'no')).rejects.toBeInstanceOf(PartitionsLostError);
    expect(await second.log.lag()).toBe(1);
    expect((await second.log.state()).deadLetters).toBe(0);

    // It is still rejected after the second consumer's lease has expired, until it claims the partition again.
    await second.log.release();
    await expect(first.log.confirm([0])).rejects.toBeInstanceOf(PartitionsLostError);
    expect(await first.log.acquire()).toEqual([0]);
    expect(first.changes).toEqual([
      ['claimed', 1],
      ['lost', 1],
      ['claimed', 1],
    ]);
    await first.log.confirm([0]);
    await first.log.release();
  });

  it('claims a partition again if its start failed', async () => {
    let fails = true;
    const { log, changes } = await consumer('w', {
      onClaimed: () => (fails ? Promise.reject(new Error('unavailable')) : Promise.resolve()),
    });
    await expect(log.acquire()).rejects.toThrow('unavailable');
    fails = false;
    expect(await log.acquire()).toEqual([0]);
    expect(changes).toEqual([['claimed', 1]]);
    await log.release();
  });

  it('reports the waiting events and their age', async () => {
    const { log } = await consumer('w', { partitions: 3 });
    await log.acquire();
    expect(await log.state()).toEqual({ depths: [0, 0, 0], oldestAgeMs: 0, deadLetters: 0 });
    const redis = await connect();
    const [seconds] = await redis.time();
    const minuteAgo = `${(Number(seconds) - 60) * 1_000}-0`;
    await redis.xadd(streamKey(1), minuteAgo, 'e', 'old');
    await redis.xadd(streamKey(2), '*', 'e', 'new');
    const { depths, oldestAgeMs } = await log.state();
    expect(depths).toEqual([0, 1, 1]);
    expect(oldestAgeMs).toBeGreaterThan(59_000);
    expect(oldestAgeMs).toBeLessThan(120_000);
    await log.release();
  });
});
