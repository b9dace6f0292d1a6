import type { AcceptedBatch } from '@tidemark/contracts';
import type { IngestLogConsumer, IngestLogProducer } from '@tidemark/ingest-log';
import { LogFullError } from '@tidemark/ingest-log';
import { closeRedis, createRedis, waitUntilReady } from '../connection/create-redis';
import type { Redis } from '../connection/redis';
import { startRedisServer } from '../test-support/redis-server';
import type { TestRedisServer } from '../test-support/redis-server';
import { createIngestLogConsumer } from './consumer';
import { DEAD_LETTER_KEY, ENTRY_FIELD, streamKey, surplusKey } from './keys';
import { createIngestLogProducer } from './producer';

const batch = (names: readonly string[], partitionKey = 'u'): AcceptedBatch => ({
  teamId: 1,
  head: '{"v":2,',
  events: names.map((name) => ({
    partitionKey,
    lead: '"sent":',
    sent: Buffer.from(JSON.stringify({ event: name })),
  })),
});
const names = (records: readonly { raw: string }[]): string[] =>
  records.map(({ raw }) => (JSON.parse(raw) as { sent: { event: string } }).sent.event);

describe('several events in one stream entry', () => {
  let server: TestRedisServer;
  let producerRedis: Redis;
  let consumerRedis: Redis;
  let log: IngestLogProducer;
  let worker: IngestLogConsumer;
  let owned: readonly number[];

  const consumerNamed = (owner: string) =>
    createIngestLogConsumer({ redis: consumerRedis, partitions: 1, owner, leaseMs: 60_000 });

  beforeAll(async () => {
    server = await startRedisServer();
    producerRedis = createRedis(server.url, 'producer');
    consumerRedis = createRedis(server.url, 'consumer');
    await waitUntilReady(producerRedis, 10_000);
  });
  afterAll(async () => {
    await Promise.all([producerRedis, consumerRedis].map(closeRedis));
    await server.remove();
  });
  beforeEach(async () => {
    await consumerRedis.flushall();
    log = createIngestLogProducer({
      redis: producerRedis,
      partitions: 1,
      maxLength: 5,
      refreshMs: 0,
    });
    worker = consumerNamed('w');
    owned = await worker.acquire();
  });
  afterEach(() => worker.release());

  it('are written together and counted one by one', async () => {
    await Promise.all([log.appendEvents(batch(['a', 'b', 'c'])), log.appendEvents(batch(['d']))]);
    expect(await consumerRedis.xlen(streamKey(0))).toBe(2);
    expect(await worker.lag()).toBe(4);
    expect(names(await worker.read(owned, 10, 0))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('count by their number for the limit of the log', async () => {
    await log.appendEvents(batch(['a', 'b', 'c', 'd', 'e']));
    await expect(log.appendEvents(batch(['f']))).rejects.toBeInstanceOf(LogFullError);
    await worker.acknowledge(await worker.read(owned, 10, 0));
    expect(await worker.lag()).toBe(0);
    await log.appendEvents(batch(['f']));
    expect(await worker.lag()).toBe(1);
  });

  it('stay until all of them are finished; finished ones are not read again', async () => {
    await log.appendEvents(batch(['a', 'b', 'c']));
    const [a, b, c] = await worker.read(owned, 10, 0);
    await worker.deadLetter(b!, 'poison');
    expect(names(await worker.read(owned, 10, 0))).toEqual(['a', 'c']);
    await worker.acknowledge([a!, c!]);
    expect(await consumerRedis.xlen(streamKey(0))).toBe(0);
    expect(await consumerRedis.exists(surplusKey(0))).toBe(0);
    const [letter] = await consumerRedis.xrange(DEAD_LETTER_KEY, '-', '+');
    expect(letter?.[1]).toEqual(
      expect.arrayContaining([ENTRY_FIELD, '{"v":2,"sent":{"event":"b"}}']),
    );
  });

  it('are all delivered again to the next owner if some were unfinished', async () => {
    await log.appendEvents(batch(['a', 'b']));
    const [a] = await worker.read(owned, 10, 0);
    await worker.acknowledge([a!]);
    await worker.release();
    const next = consumerNamed('next');
    const again = await next.read(await next.acquire(), 10, 0);
    expect(names(again)).toEqual(['a', 'b']);
    await next.acknowledge(again);
    expect(await next.lag()).toBe(0);
    await next.release();
  });

  it('become a dead letter once, also if a worker dies before the others are finished', async () => {
    await log.appendEvents(batch(['a', 'b', 'c']));
    const [, b] = await worker.read(owned, 10, 0);
    await worker.deadLetter(b!, 'poison');
    await worker.release();
    const next = consumerNamed('next');
    const [a2, b2, c2] = await next.read(await next.acquire(), 10, 0);
    await next.deadLetter(b2!, 'poison');
    expect(await consumerRedis.xlen(DEAD_LETTER_KEY)).toBe(1);
    await next.acknowledge([a2!, c2!]);
    expect(await next.lag()).toBe(0);
    expect(await consumerRedis.keys(`${streamKey(0)}*`)).toEqual([streamKey(0)]);
    await next.release();
  });

  it('are subtracted once if they are removed twice', async () => {
    await log.appendEvents(batch(['a', 'b', 'c']));
    await log.appendEvents(batch(['d', 'e']));
    const records = await worker.read(owned, 3, 0);
    expect(names(records)).toEqual(['a', 'b', 'c']);
    await worker.acknowledge(records);
    await worker.acknowledge(records);
    expect(await worker.lag()).toBe(2);
  });

  it('are read as a whole: a range may end before its count, or contain one entry that exceeds it', async () => {
    await log.appendEvents(batch(['a', 'b', 'c']));
    await log.appendEvents(batch(['d', 'e']));
    expect(names(await worker.read(owned, 4, 0))).toEqual(['a', 'b', 'c']);
    expect(names(await worker.read(owned, 1, 0))).toEqual(['a', 'b', 'c']);
    expect(await worker.read(owned, 5, 0)).toHaveLength(5);
  });

  it('can be mixed with records of the first version', async () => {
    const old = JSON.stringify({ v: 1, sent: { event: 'old' } });
    await consumerRedis.xadd(streamKey(0), '*', ENTRY_FIELD, old);
    await log.appendEvents(batch(['a', 'b']));
    const records = await worker.read(owned, 10, 0);
    expect(names(records)).toEqual(['old', 'a', 'b']);
    expect(await worker.lag()).toBe(3);
    await worker.acknowledge(records);
    expect(await worker.lag()).toBe(0);
  });
});
