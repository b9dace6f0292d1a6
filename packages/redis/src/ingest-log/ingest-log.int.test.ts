import type { LoggedEventV1 } from '@tidemark/contracts';
import type { IngestLogConsumer, IngestLogProducer } from '@tidemark/ingest-log';
import { LogFullError, LogUnavailableError } from '@tidemark/ingest-log';
import { closeRedis, createRedis, waitUntilReady } from '../connection/create-redis';
import { startRedisServer } from '../test-support/redis-server';
import type { TestRedisServer } from '../test-support/redis-server';
import { createIngestLogConsumer } from './consumer';
import { DEAD_LETTER_KEY } from './keys';
import { createIngestLogProducer } from './producer';

const PARTITIONS = 4;

function entry(event: string, distinctId = 'u1', teamId = 1): LoggedEventV1 {
  return {
    v: 1,
    team_id: teamId,
    uuid: '01900000-0000-7000-8000-000000000000',
    event,
    distinct_id: distinctId,
    timestamp: '2026-01-02T03:04:05.000Z',
    captured_at: '2026-01-02T03:04:05.000Z',
    ip: null,
    properties: { text: 'Grüße 🌊' },
    historical_migration: false,
  };
}

describe('ingest log', () => {
  let server: TestRedisServer;
  const opened: ReturnType<typeof createRedis>[] = [];
  const consumers: IngestLogConsumer[] = [];

  const connect = (role: 'producer' | 'consumer'): ReturnType<typeof createRedis> => {
    const redis = createRedis(server.url, role);
    opened.push(redis);
    return redis;
  };
  const producer = async (maxLength = 1_000_000): Promise<IngestLogProducer> => {
    const redis = connect('producer');
    await waitUntilReady(redis, 10_000);
    return createIngestLogProducer({ redis, partitions: PARTITIONS, maxLength, refreshMs: 0 });
  };
  const consumer = (owner: string, leaseMs = 60_000): IngestLogConsumer => {
    const made = createIngestLogConsumer({
      redis: connect('consumer'),
      partitions: PARTITIONS,
      owner,
      leaseMs,
    });
    consumers.push(made);
    return made;
  };
  const events = (records: readonly { raw: string }[]): string[] =>
    records.map((record) => (JSON.parse(record.raw) as LoggedEventV1).event);

  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.remove());
  beforeEach(async () => {
    const redis = createRedis(server.url, 'cache');
    await redis.flushall();
    await closeRedis(redis);
  });
  afterEach(async () => {
    await Promise.allSettled(consumers.splice(0).map((made) => made.release()));
    await Promise.all(opened.splice(0).map(closeRedis));
  });

  it('returns entries unchanged and in order per distinct id, until acknowledged', async () => {
    const log = await producer();
    const written = Array.from({ length: 50 }, (_, i) => entry(`e${i}`, `u${i % 3}`));
    await log.append(written);
    const worker = consumer('w1');
    const owned = await worker.acquire();
    expect([...owned].sort()).toEqual([0, 1, 2, 3]);

    const records = await worker.read(owned, 1_000, 1_000);
    const parsed = records.map((record) => JSON.parse(record.raw) as LoggedEventV1);
    for (const id of ['u0', 'u1', 'u2']) {
      expect(parsed.filter((e) => e.distinct_id === id)).toEqual(
        written.filter((e) => e.distinct_id === id),
      );
    }
    expect(await worker.read(owned, 1_000, 0)).toEqual(records);
    expect(await worker.lag()).toBe(50);

    await worker.acknowledge(records);
    expect(await worker.read(owned, 1_000, 0)).toEqual([]);
    expect(await worker.lag()).toBe(0);
  });

  it('accepts a request with thousands of entries, in order within each partition', async () => {
    const log = await producer();
    const written = Array.from({ length: 5_000 }, (_, i) => entry(`e${i}`, `u${i % 7}`));
    await log.append(written);
    const worker = consumer('w1');
    const records = await worker.read(await worker.acquire(), 10_000, 1_000);
    expect(records).toHaveLength(5_000);
    for (let id = 0; id < 7; id += 1) {
      const ofId = records.filter((record) => record.raw.includes(`"distinct_id":"u${id}"`));
      expect(events(ofId)).toEqual(
        written.filter((e) => e.distinct_id === `u${id}`).map((e) => e.event),
      );
    }
  });

  it('removes exactly the acknowledged records', async () => {
    const log = await producer();
    await log.append(['a', 'b', 'c', 'd'].map((event) => entry(event)));
    const worker = consumer('w1');
    const owned = await worker.acquire();
    const records = await worker.read(owned, 10, 1_000);
    await worker.acknowledge([records[0]!, records[2]!]);
    expect(events(await worker.read(owned, 10, 0))).toEqual(['b', 'd']);
  });

  it('reads at most `count`, oldest first, filling up from the busiest partition', async () => {
    const log = await producer();
    await log.append(Array.from({ length: 100 }, (_, i) => entry(`e${i}`)));
    const worker = consumer('w1');
    const records = await worker.read(await worker.acquire(), 40, 1_000);
    expect(events(records)).toEqual(Array.from({ length: 40 }, (_, i) => `e${i}`));
  });

  it('waits for the first record', async () => {
    const log = await producer();
    const worker = consumer('w1');
    const owned = await worker.acquire();
    const waiting = worker.read(owned, 10, 30_000);
    await log.append([entry('late')]);
    expect(events(await waiting)).toEqual(['late']);
  });

  it('ends a waiting read when the consumer is released', async () => {
    const worker = consumer('w1');
    const waiting = worker.read(await worker.acquire(), 10, 30_000);
    await worker.release();
    expect(await waiting).toEqual([]);
  });

  it('shares partitions fairly, each owned by one consumer', async () => {
    const first = consumer('w1');
    const second = consumer('w2');
    expect(await first.acquire()).toHaveLength(4);
    expect(await second.acquire()).toHaveLength(0);
    const afterFirst = await first.acquire();
    const afterSecond = await second.acquire();
    expect(afterFirst).toHaveLength(2);
    expect([...afterFirst, ...afterSecond].sort()).toEqual([0, 1, 2, 3]);

    await first.release();
    expect(await second.acquire()).toHaveLength(4);
  });

  it('gives the partitions and unfinished records of a dead consumer to a live one', async () => {
    const log = await producer();
    await log.append([entry('unfinished')]);
    const deadRedis = connect('consumer');
    const dead = createIngestLogConsumer({
      redis: deadRedis,
      partitions: PARTITIONS,
      owner: 'dead',
      leaseMs: 1_000,
    });
    consumers.push(dead);
    await dead.read(await dead.acquire(), 10, 1_000);
    deadRedis.disconnect();

    const worker = consumer('w2', 1_000);
    const deadline = Date.now() + 20_000;
    let owned: readonly number[] = [];
    while (owned.length < PARTITIONS && Date.now() < deadline) owned = await worker.acquire();
    expect(owned).toHaveLength(PARTITIONS);
    expect(events(await worker.read(owned, 10, 1_000))).toEqual(['unfinished']);
  });

  it('keeps its leases alive during a batch longer than the lease', async () => {
    const first = consumer('w1', 1_500);
    const second = consumer('w2', 1_500);
    const owned = await first.acquire();
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(owned).toHaveLength(4);
    expect(await second.acquire()).toEqual([]);
  });

  it('moves an unreadable record to the dead-letter stream with its reason', async () => {
    const log = await producer();
    await log.append([entry('poison'), entry('good')]);
    const worker = consumer('w1');
    const owned = await worker.acquire();
    const [poison] = await worker.read(owned, 10, 1_000);
    await worker.deadLetter(poison!, 'cannot be read');

    expect(events(await worker.read(owned, 10, 0))).toEqual(['good']);
    const dead = await connect('consumer').xrange(DEAD_LETTER_KEY, '-', '+');
    expect(dead).toHaveLength(1);
    expect(dead[0]![1]).toEqual(
      expect.arrayContaining(['reason', 'cannot be read', 'e', poison!.raw]),
    );
  });

  it('rejects without writing when full, and accepts entries again when a worker has caught up', async () => {
    const log = await producer(3);
    await log.append([entry('a'), entry('b'), entry('c')]);
    await expect(log.append([entry('d')])).rejects.toBeInstanceOf(LogFullError);

    const worker = consumer('w1');
    const owned = await worker.acquire();
    const records = await worker.read(owned, 10, 1_000);
    expect(events(records)).toEqual(['a', 'b', 'c']);
    await worker.acknowledge(records);
    await log.append([entry('e')]);
    expect(events(await worker.read(owned, 10, 0))).toEqual(['e']);
  });

  it('rejects while Redis has no memory left', async () => {
    const log = await producer();
    const admin = connect('consumer');
    await admin.config('SET', 'maxmemory-policy', 'noeviction');
    await admin.config('SET', 'maxmemory', '1');
    try {
      await expect(log.append([entry('a')])).rejects.toBeInstanceOf(LogUnavailableError);
    } finally {
      await admin.config('SET', 'maxmemory', '0');
    }
    await log.append([entry('b')]);
    expect(await consumer('w1').lag()).toBe(1);
  });

  it('rejects immediately while Redis is down; after kill -9 all acknowledged data is there', async () => {
    const log = await producer();
    const acknowledged: string[] = [];
    let rejected = 0;
    const writer = async (name: string): Promise<void> => {
      for (let i = 0; rejected < 20; i += 1) {
        try {
          await log.append([entry(`${name}-${i}`, `u${i}`)]);
          acknowledged.push(`${name}-${i}`);
        } catch (error) {
          expect(error).toBeInstanceOf(LogUnavailableError);
          rejected += 1;
        }
      }
    };
    const writers = [writer('a'), writer('b')];
    while (acknowledged.length < 50) await new Promise((resolve) => setImmediate(resolve));
    await server.kill();
    await Promise.all(writers);

    await server.start();
    const worker = consumer('w1');
    const records = await worker.read(await worker.acquire(), 100_000, 5_000);
    expect(acknowledged.length).toBeGreaterThanOrEqual(50);
    expect(events(records)).toEqual(expect.arrayContaining(acknowledged));
  });
});
