import { setTimeout as delay } from 'node:timers/promises';
import type { IngestLogConsumer, LogRecord } from '@tidemark/ingest-log';
import { DeadLettersFullError, PartitionsLostError } from '@tidemark/ingest-log';
import type { TestRedisCluster } from '@tidemark/testing';
import { waitUntil, startRedisCluster } from '@tidemark/testing';
import { createVisitorStore } from '../cookieless/visitor-store';
import { createDefinitionsChannel } from '../definitions/channel';
import { createDefinitionsVersions } from '../definitions/versions';
import { createDeadLetters } from '../dead-letters/dead-letters';
import { readDurability } from '../durability/durability';
import { createIngestLogConsumer } from '../ingest-log/consumer';
import { readLogUse } from '../ingest-log/log-bound';
import { createIngestLogProducer } from '../ingest-log/producer';
import { createByteBudget } from '../limits/byte-budget';
import { createFairSlots } from '../limits/fair-slots';
import { createRateLimiter } from '../limits/rate-limiter';
import { createPersonPropertiesCache } from '../persons/properties-cache';
import { createArrivalMarks } from '../query-cache/arrival-marks';
import { createFailureMemory } from '../query-cache/failure-memory';
import { forgetQueryResults } from '../query-cache/forget-results';
import { createQueryResultCache } from '../query-cache/result-cache';
import { createChatStore } from '../query-chats/chat-store';
import { createRunningQueries } from '../query-runs/running-queries';
import { closeRedis, createRedis, waitUntilReady } from './create-redis';
import type { Redis } from './redis';

const PARTITIONS = 16;
const LEASE_MS = 60_000;

/** Keys of sixteen partitions, of persons, projects and runs are distributed over all three nodes. */
describe('on a Redis Cluster', () => {
  let cluster: TestRedisCluster;
  let producerRedis: Redis;
  let redis: Redis;
  let subscriber: Redis;
  const consumers: IngestLogConsumer[] = [];

  beforeAll(async () => {
    cluster = await startRedisCluster();
    producerRedis = createRedis(cluster.url, 'producer');
    redis = createRedis(cluster.url, 'consumer');
    subscriber = createRedis(cluster.url, 'pubsub');
    await Promise.all([producerRedis, redis, subscriber].map((one) => waitUntilReady(one, 20_000)));
  });
  afterEach(() => Promise.all(consumers.splice(0).map((one) => one.release())));
  afterAll(async () => {
    await Promise.all([producerRedis, redis, subscriber].map(closeRedis));
    await cluster.stop();
  });

  const consumer = (owner: string, maxDeadLetters = 100): IngestLogConsumer => {
    const options = { redis, partitions: PARTITIONS, owner, leaseMs: LEASE_MS, maxDeadLetters };
    const made = createIngestLogConsumer(options);
    consumers.push(made);
    return made;
  };
  const send = async (event: string, count: number): Promise<string[]> => {
    const producer = createIngestLogProducer({
      redis: producerRedis,
      partitions: PARTITIONS,
      maxLength: 10_000,
    });
    const ids = Array.from({ length: count }, (_, index) => `${event}-${index}`);
    await producer.append(
      ids.map((id) => ({
        v: 1 as const,
        team_id: 1,
        uuid: '01900000-0000-7000-8000-000000000000',
        event,
        distinct_id: id,
        timestamp: '2026-01-02T03:04:05.678Z',
        captured_at: '2026-01-02T03:04:06.000Z',
        ip: null,
        properties: {},
        historical_migration: false,
      })),
    );
    return ids.sort();
  };
  const idsOf = (records: readonly LogRecord[]): string[] =>
    records.map(({ raw }) => (JSON.parse(raw) as { distinct_id: string }).distinct_id).sort();

  it('the log accepts events of all partitions in one request, and returns each once', async () => {
    const worker = consumer('w');
    const owned = await worker.acquire();
    expect(owned).toHaveLength(PARTITIONS);
    const reading = worker.read(owned, 1_000, 20_000);
    const sent = await send('all', 200);
    await reading;
    const read = await worker.read(owned, 1_000, 0);
    expect(idsOf(read)).toEqual(sent);
    expect(new Set(read.map(({ partition }) => partition)).size).toBe(PARTITIONS);
    expect((await worker.state()).depths.reduce((sum, depth) => sum + depth, 0)).toBe(200);
    const use = () => readLogUse(redis, PARTITIONS, [1, 2]);
    const heldBy = (count: number) =>
      new Map([
        [1, count],
        [2, 0],
      ]);
    expect(await use()).toEqual({ length: 200, held: heldBy(200) });
    await worker.acknowledge(read.slice(0, 50));
    expect(await use()).toEqual({ length: 150, held: heldBy(150) });
    await worker.acknowledge(read);
    expect(await use()).toEqual({ length: 0, held: heldBy(0) });
    expect(await worker.lag()).toBe(0);
    expect(await worker.read(owned, 1_000, 0)).toEqual([]);
  });

  it('two workers share the partitions, and a worker that stopped is fenced', async () => {
    const [first, second] = [consumer('first'), consumer('second')];
    const before = await first.acquire();
    await second.acquire();
    expect(await first.acquire()).toHaveLength(PARTITIONS / 2);
    const taken = await second.acquire();
    expect(taken).toHaveLength(PARTITIONS / 2);
    await expect(first.confirm(before)).rejects.toBeInstanceOf(PartitionsLostError);
  });

  it('a record becomes a dead letter once, also when its worker died in between', async () => {
    const letters = createDeadLetters(redis);
    const worker = consumer('w', 3);
    const owned = await worker.acquire();
    await send('bad', 4);
    const [record, ...others] = await worker.read(owned, 10, 0);
    await worker.deadLetter(record!, 'bad');
    // The state after a worker died between writing the letter and removing the record.
    const again = createIngestLogConsumer({ redis, partitions: 1, owner: 'w', leaseMs: LEASE_MS });
    await again.deadLetter(record!, 'bad');
    expect(await letters.count()).toBe(1);
    await worker.deadLetter(others[0]!, 'bad');
    await worker.deadLetter(others[1]!, 'bad');
    await expect(worker.deadLetter(others[2]!, 'bad')).rejects.toBeInstanceOf(DeadLettersFullError);
    expect(idsOf(await worker.read(owned, 10, 0))).toEqual(idsOf([others[2]!]));

    const { letters: listed } = await letters.list(10);
    for (const letter of listed) await letters.replay(letter);
    expect(await letters.count()).toBe(0);
    const replayed = await worker.read(owned, 10, 0);
    expect(replayed).toHaveLength(4);
    // A replayed record has a new position, so it may become a dead letter again.
    await worker.deadLetter(
      replayed.find(({ replays }) => replays === 1)!,
      'still bad',
    );
    expect(await letters.count()).toBe(1);
    await worker.acknowledge(await worker.read(owned, 10, 0));
    expect((await worker.state()).deadLetters).toBe(1);
  });

  it('caches of persons read and delete keys of any node', async () => {
    const cache = createPersonPropertiesCache(redis);
    const ids = Array.from({ length: 30 }, (_, index) => `person {${index}}`);
    await cache.set(
      1,
      ids.map((id) => ({ distinct_id: id, person_id: `p-${id}`, properties: { id }, version: 1 })),
    );
    await cache.setCohorts(1, 'p-person {3}', { version: 2, ids: [7] });
    const found = await cache.getMany(1, [...ids, 'nobody'], { cohorts: true });
    expect(ids.map((id) => found.get(id)?.properties['id'])).toEqual(ids);
    expect(found.get('person {3}')?.cohorts).toEqual({ version: 2, ids: [7] });
    expect(found.get('nobody')).toBeUndefined();
    await cache.delete(1, { distinctIds: ids.slice(0, 20), personIds: ['p-person {25}'] });
    const left = await cache.getMany(1, ids);
    expect(ids.filter((id) => left.get(id) !== undefined)).toHaveLength(9);
  });

  it('changes of definitions reach subscribers on other nodes, and are counted', async () => {
    const channel = createDefinitionsChannel({ publisher: redis, subscriber });
    const seen = new Set<number>();
    const projects = [1, 2, 3, 4, 5, 6];
    await channel.subscribe(({ project_id: id }) => seen.add(id));
    await waitUntil(async () => {
      for (const id of projects) await channel.publish({ project_id: id, what: 'feature_flags' });
      await delay(20);
      expect([...seen].sort()).toEqual(projects);
    });
    const counts = await createDefinitionsVersions(redis).getMany([...projects, 99]);
    expect(counts.slice(0, -1).every((count) => count > 0)).toBe(true);
    expect(counts.at(-1)).toBe(0);
  });

  it('limits are shared, not counted by each process for itself', async () => {
    const limiters = [redis, producerRedis].map((one) =>
      createRateLimiter(one, { keyPrefix: 'limit', points: 2, durationSeconds: 60 }),
    );
    const responses = [];
    for (const limiter of [...limiters, ...limiters]) responses.push(await limiter.consume('key'));
    expect(responses.map(({ allowed }) => allowed)).toEqual([true, true, false, false]);
    await limiters[0]?.reset('key');

    const budget = createByteBudget(redis, { name: 'b', bytesPerHour: 1_000, capacityHours: 1 });
    await budget.spend('1', 900);
    expect(await budget.remaining('1')).toBeLessThan(200);

    const slots = createFairSlots(redis, {
      name: 'queries',
      slots: 1,
      slotsPerTenant: 1,
      maxWaiting: 5,
      maxWaitingPerTenant: 5,
      waitMs: 10_000,
    });
    const held = await slots.tryAcquire('1');
    expect(await slots.tryAcquire('2')).toBeNull();
    const waiting = slots.acquire('2');
    await held?.release();
    expect((await waiting).granted).toBe(true);
  });

  it('results, failures, runs, chats and visitors are found on any node', async () => {
    const now = (): Date => new Date();
    const results = createQueryResultCache(redis, {
      ttlSeconds: 60,
      maxEntryBytes: 10_000,
      maxProjectBytes: 10_000,
      now,
    });
    await (
      await results.send(1, 'q', { rows: [1] })
    ).stored;
    expect(await results.get(1, 'q')).toEqual({ rows: [1] });
    await forgetQueryResults(redis, 1);
    expect(await results.get(1, 'q')).toBeUndefined();

    const failures = createFailureMemory(redis, 60);
    await failures.note('q', { code: 'timeout', status: 504, message: 'm' });
    expect(await failures.find('q')).toMatchObject({ code: 'timeout', times: 1 });
    await failures.forget('q');

    const marks = createArrivalMarks(redis);
    await marks.bump([1, 2, 3]);
    expect(await Promise.all([1, 2, 3].map((id) => marks.read(id)))).toEqual(['1', '1', '1']);

    const running = createRunningQueries(redis, 60);
    expect(await running.claim('q', 'a', null)).toBe('a');
    expect(await running.claim('q', 'b', null)).toBe('a');

    const chats = createChatStore(redis, String);
    const chat = { projectId: 1, userId: 2, id: 'c' };
    for (const turn of ['one', 'two']) await chats.append(chat, turn);
    expect(await chats.turns(chat)).toEqual(['one', 'two']);

    const visitors = createVisitorStore(redis, 60);
    const days = ['2026-01-01', '2026-01-02', '2026-01-03'];
    const salts = await visitors.salts(days);
    expect(await visitors.salts(days)).toEqual(salts);
    await visitors.save({
      identifications: new Map([['v', new Map([['u', 1]])]]),
      sessions: new Map([['s', { sessionId: 'x', lastActivity: 5 }]]),
    });
    expect((await visitors.identifications(['v', 'w'])).get('v')).toEqual(new Map([['u', 1]]));
    expect((await visitors.sessions(['s'])).get('s')).toEqual({ sessionId: 'x', lastActivity: 5 });
  });

  it('has the durability of its least durable node', async () => {
    expect(await readDurability(redis)).toEqual({ state: 'durable' });
    const node = createRedis(cluster.nodeUrls[1]!, 'consumer');
    await node.config('SET', 'maxmemory-policy', 'allkeys-lru');
    expect(await readDurability(redis)).toMatchObject({ state: 'at_risk' });
    await node.config('SET', 'maxmemory-policy', 'noeviction');
    await closeRedis(node);
  });

  it('a node that is killed and restarted has everything it acknowledged', async () => {
    const worker = consumer('w');
    const owned = await worker.acquire();
    const sent = await send('before', 50);
    await cluster.kill(0);
    await expect(send('during', 50)).rejects.toThrow('ingest log unavailable');
    await cluster.start(0);
    const after = await waitUntil(() => send('after', 50));
    const read = await waitUntil(() => worker.read(owned, 1_000, 0));
    const ids = idsOf(read);
    // A rejected request may have been written in part; its client sends it again.
    expect(ids.filter((id) => !id.startsWith('during'))).toEqual(
      expect.arrayContaining([...sent, ...after]),
    );
    await worker.acknowledge(read);
  });
});
