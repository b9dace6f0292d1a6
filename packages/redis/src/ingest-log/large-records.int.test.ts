import type { IngestLogConsumer, LogRecord } from '@tidemark/ingest-log';
import type { Redis } from '../connection/redis';
import { closeRedis, createRedis } from '../connection/create-redis';
import { startRedisServer } from '../test-support/redis-server';
import type { TestRedisServer } from '../test-support/redis-server';
import { createIngestLogConsumer } from './consumer';
import { ENTRY_FIELD, streamKey } from './keys';

const MEGABYTE = 1024 ** 2;
const MOST_CHARS = 64 * MEGABYTE;
/** The number of characters by which a read may exceed the limit: a page of long entries. */
const SLACK_CHARS = 16 * MEGABYTE;

/** Events may be 1 MB each, and after an outage of the worker there are many of them. */
describe('a log of large records', () => {
  let server: TestRedisServer;
  let redis: Redis;
  let worker: IngestLogConsumer;
  let owned: readonly number[];

  beforeAll(async () => {
    server = await startRedisServer();
    redis = createRedis(server.url, 'consumer');
  });
  afterAll(async () => {
    await closeRedis(redis);
    await server.remove();
  });
  beforeEach(async () => {
    await redis.flushall();
    worker = createIngestLogConsumer({ redis, partitions: 1, owner: 'w', leaseMs: 60_000 });
    owned = await worker.acquire();
  });
  afterEach(() => worker.release());

  const add = async (count: number, chars: number): Promise<void> => {
    const value = 'x'.repeat(chars);
    for (let i = 0; i < count; i += 1) await redis.xadd(streamKey(0), '*', ENTRY_FIELD, value);
  };
  const charsOf = (records: readonly LogRecord[]): number =>
    records.reduce((sum, { raw }) => sum + raw.length, 0);

  it('is read in ranges of bounded length, and to its end', async () => {
    await add(150, 900_000);
    let total = 0;
    for (let records = 1; records > 0;) {
      const range = await worker.read(owned, 5_000, 500);
      expect(charsOf(range)).toBeLessThan(MOST_CHARS + SLACK_CHARS);
      await worker.acknowledge(range);
      records = range.length;
      total += records;
    }
    expect(total).toBe(150);
  });

  it('waits for the first record', async () => {
    const reading = worker.read(owned, 5_000, 10_000);
    await add(3, 10);
    const first = await reading;
    expect(first.length).toBeGreaterThan(0);
    expect(await worker.read(owned, 5_000, 0)).toHaveLength(3);
  });
});
