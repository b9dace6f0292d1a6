import type { DeadLetters, IngestLogConsumer } from '@tidemark/ingest-log';
import { DeadLettersFullError, partitionOf } from '@tidemark/ingest-log';
import { closeRedis, createRedis, waitUntilReady } from '../connection/create-redis';
import { createIngestLogConsumer } from '../ingest-log/consumer';
import { DEAD_LETTER_KEY, streamKey } from '../ingest-log/keys';
import { startRedisServer } from '../test-support/redis-server';
import type { TestRedisServer } from '../test-support/redis-server';
import { createDeadLetters } from './dead-letters';

const PARTITIONS = 4;
const MAX = 3;
const uuid = '01900000-0000-7000-8000-000000000000';
const text = (distinctId: string, teamId = 7): string =>
  JSON.stringify({ v: 1, team_id: teamId, uuid, event: 'signed up', distinct_id: distinctId });

describe('dead letters', () => {
  let server: TestRedisServer;
  let redis: ReturnType<typeof createRedis>;
  let log: IngestLogConsumer;
  let letters: DeadLetters;

  beforeAll(async () => {
    server = await startRedisServer();
    redis = createRedis(server.url, 'consumer');
    await waitUntilReady(redis, 10_000);
  });
  afterAll(async () => {
    await closeRedis(redis);
    await server.remove();
  });
  beforeEach(async () => {
    await redis.flushall();
    log = createIngestLogConsumer({
      redis,
      partitions: PARTITIONS,
      owner: 'w',
      leaseMs: 60_000,
      maxDeadLetters: MAX,
    });
    await log.acquire();
    letters = createDeadLetters(redis);
  });
  afterEach(async () => {
    await log.release();
  });

  const read = () => log.read([0, 1, 2, 3], 100, 0);
  const giveUp = async (raw: string, partition = 0): Promise<void> => {
    const id = await redis.xadd(streamKey(partition), '*', 'e', raw);
    const record = (await read()).find((found) => found.id === id);
    await log.deadLetter(record!, 'rejected');
  };

  it('contain their data, and are in one place only', async () => {
    await giveUp(text('u1'), 2);
    expect(await read()).toEqual([]);
    const { letters: found, after } = await letters.list(10);
    expect(after).toBeNull();
    expect(found).toEqual([
      {
        id: expect.stringMatching(/^\d+-0$/) as string,
        at: expect.any(Date) as Date,
        reason: 'rejected',
        attempts: 1,
        partition: 2,
        recordId: expect.stringMatching(/^\d+-0$/) as string,
        projectId: 7,
        uuid,
        event: 'signed up',
        distinctId: 'u1',
        raw: text('u1'),
      },
    ]);
    expect(await letters.find(found[0]!.id)).toEqual(found[0]);
    expect(await letters.find('1-1')).toBeNull();
  });

  it('are listed in pages, oldest first', async () => {
    for (const id of ['a', 'b', 'c']) await giveUp(text(id));
    const first = await letters.list(2);
    const rest = await letters.list(2, first.after);
    expect([...first.letters, ...rest.letters].map((l) => l.distinctId)).toEqual(['a', 'b', 'c']);
    expect(rest.after).toBeNull();
  });

  it('return to the partition of their distinct id, and count another failure', async () => {
    await giveUp(text('u1'), 2);
    const letter = (await letters.list(1)).letters[0]!;
    const partition = await letters.replay(letter);
    expect(partition).toBe(partitionOf(7, 'u1', PARTITIONS));
    expect(await letters.count()).toBe(0);
    const [record] = await read();
    expect(record).toMatchObject({ partition, raw: text('u1'), replays: 1 });

    await log.deadLetter(record!, 'rejected again');
    expect((await letters.list(1)).letters[0]).toMatchObject({
      attempts: 2,
      reason: 'rejected again',
    });
  });

  it('of a worker without packed entries are replayed as single events', async () => {
    await redis.xadd(DEAD_LETTER_KEY, '*', 'partition', 2, 'e', '{"v":2,\x1e"n":1}\x1e"n":2}');
    const letter = (await letters.list(1)).letters[0]!;
    expect(await letters.replay(letter)).toBe(2);
    expect(await log.lag()).toBe(2);
    const records = await read();
    expect(records.map(({ raw }) => raw)).toEqual(['{"v":2,"n":1}', '{"v":2,"n":2}']);
    await log.acknowledge(records);
    expect(await log.lag()).toBe(0);
  });

  it('return to their earlier partition if they have no id', async () => {
    await giveUp('not json', 3);
    const letter = (await letters.list(1)).letters[0]!;
    expect(letter).toMatchObject({ projectId: null, uuid: null, raw: 'not json' });
    expect(await letters.replay(letter)).toBe(3);
  });

  it('are never evicted: at the limit, a record stays in the log until there is room', async () => {
    for (const id of ['a', 'b', 'c']) await giveUp(text(id));
    await expect(giveUp(text('d'))).rejects.toBeInstanceOf(DeadLettersFullError);
    expect((await read()).map((record) => record.raw)).toEqual([text('d')]);
    expect(await letters.count()).toBe(MAX);

    await letters.discard((await letters.list(1)).letters[0]!);
    await log.deadLetter((await read())[0]!, 'rejected');
    expect(await letters.count()).toBe(MAX);
  });

  it('can be written while Redis is full', async () => {
    await redis.xadd(streamKey(0), '*', 'e', 'poison');
    const [record] = await read();
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    await redis.config('SET', 'maxmemory', '1');
    await log.deadLetter(record!, 'rejected');
    await redis.config('SET', 'maxmemory', '0');
    expect(await letters.count()).toBe(1);
    expect(await read()).toEqual([]);
  });
});
