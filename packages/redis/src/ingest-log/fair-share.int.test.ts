import type { AcceptedBatch, LoggedEventV1 } from '@tidemark/contracts';
import type { IngestLogConsumer, IngestLogProducer } from '@tidemark/ingest-log';
import {
  LogFullError,
  LogShareError,
  LogUnavailableError,
  unpackRecords,
} from '@tidemark/ingest-log';
import { closeRedis, createRedis, waitUntilReady } from '../connection/create-redis';
import type { Redis } from '../connection/redis';
import { createDeadLetters } from '../dead-letters/dead-letters';
import { startRedisServer } from '../test-support/redis-server';
import type { TestRedisServer } from '../test-support/redis-server';
import { createIngestLogConsumer } from './consumer';
import { ENTRY_FIELD, projectsKey, streamKey } from './keys';
import { readLogUse } from './log-bound';
import { createIngestLogProducer } from './producer';

const PARTITIONS = 8;
const MAX = 20_000;
const FLOODER = 1;
const OTHER = 2;

function entry(teamId: number, distinctId: string): LoggedEventV1 {
  return {
    v: 1,
    team_id: teamId,
    uuid: '01900000-0000-7000-8000-000000000000',
    event: 'e',
    distinct_id: distinctId,
    timestamp: '2026-01-02T03:04:05.000Z',
    captured_at: '2026-01-02T03:04:05.000Z',
    ip: null,
    properties: {},
    historical_migration: false,
  };
}

function batch(teamId: number, ids: readonly string[]): AcceptedBatch {
  return {
    teamId,
    head: `{"v":2,"team_id":${teamId},`,
    events: ids.map((id) => ({
      partitionKey: id,
      lead: `"uuid":"${id}","sent":`,
      sent: Buffer.from(`{"distinct_id":"${id}"}`),
    })),
  };
}

describe('shares of the ingest log', () => {
  let server: TestRedisServer;
  let admin: Redis;
  const opened: Redis[] = [];
  const consumers: IngestLogConsumer[] = [];
  let serial = 0;

  const connect = async (role: 'producer' | 'consumer'): Promise<Redis> => {
    const redis = createRedis(server.url, role);
    opened.push(redis);
    await waitUntilReady(redis, 10_000);
    return redis;
  };
  const edge = async (maxLength = MAX): Promise<IngestLogProducer> =>
    createIngestLogProducer({
      redis: await connect('producer'),
      partitions: PARTITIONS,
      maxLength,
    });
  const worker = async (owner: string, leaseMs = 60_000): Promise<IngestLogConsumer> => {
    const redis = await connect('consumer');
    const made = createIngestLogConsumer({ redis, partitions: PARTITIONS, owner, leaseMs });
    consumers.push(made);
    return made;
  };
  const ids = (count: number): string[] => Array.from({ length: count }, () => `d${(serial += 1)}`);

  /** The number of events that are really in the log, by project. */
  const truth = async (): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (let partition = 0; partition < PARTITIONS; partition += 1) {
      for (const [, fields] of await admin.xrange(streamKey(partition), '-', '+')) {
        const value = fields[fields.indexOf(ENTRY_FIELD) + 1] ?? '';
        for (const raw of unpackRecords(value)) {
          const project = /"team_id":(\d+)/.exec(raw)?.[1] ?? '';
          counts[project] = (counts[project] ?? 0) + 1;
        }
      }
    }
    return counts;
  };
  const counted = async (): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (let partition = 0; partition < PARTITIONS; partition += 1) {
      for (const [project, count] of Object.entries(await admin.hgetall(projectsKey(partition)))) {
        counts[project] = (counts[project] ?? 0) + Number(count);
      }
    }
    return counts;
  };
  const expectExactCounts = async (): Promise<void> => {
    expect(await counted()).toEqual(await truth());
  };
  /** Sends requests until this many in a row are rejected; resolves with the number of acknowledged events. */
  const flood = async (log: IngestLogProducer, size: number, rejections = 20): Promise<number> => {
    let taken = 0;
    for (let rejected = 0; rejected < rejections;) {
      try {
        await log.appendEvents(batch(FLOODER, ids(size)));
        taken += size;
        rejected = 0;
      } catch (error) {
        expect(error).toBeInstanceOf(LogShareError);
        expect((error as LogShareError).projectId).toBe(FLOODER);
        rejected += 1;
      }
    }
    return taken;
  };

  beforeEach(async () => {
    server = await startRedisServer();
    admin = createRedis(server.url, 'consumer');
  });
  afterEach(async () => {
    await Promise.allSettled(consumers.splice(0).map((made) => made.release()));
    await Promise.all([...opened.splice(0), admin].map(closeRedis));
    await server.remove();
  });

  it('one project floods the log from three edges, and all 180 events of another are accepted', async () => {
    const edges = [await edge(), await edge(), await edge()];
    const floods = Promise.all(
      edges.flatMap((log) => Array.from({ length: 10 }, () => flood(log, 25))),
    );
    for (let at = 0; at < 90; at += 1) {
      await edges[at % 3]!.appendEvents(batch(OTHER, ids(1)));
    }
    await floods;
    for (let at = 0; at < 9; at += 1) await edges[at % 3]!.appendEvents(batch(OTHER, ids(10)));
    const { length, held } = await readLogUse(admin, PARTITIONS, [FLOODER, OTHER]);
    expect(held.get(OTHER)).toBe(180);
    expect(held.get(FLOODER)).toBeGreaterThan(0.85 * MAX);
    expect(length).toBeLessThanOrEqual(MAX);
    await expectExactCounts();
  });

  it('lets a single project use nearly all of the log, and continue when it is drained', async () => {
    const log = await edge(2_000);
    expect(await flood(log, 5)).toBeGreaterThan(0.93 * 2_000);
    const drain = await worker('w1');
    await drain.acknowledge(await drain.read(await drain.acquire(), 3_000, 0));
    expect(await counted()).toEqual({});
    expect(await flood(log, 5)).toBeGreaterThan(0.93 * 2_000);
  });

  it('rejects all projects when the log is full', async () => {
    const log = await edge(100);
    await log.append(ids(100).map((id) => entry(FLOODER, id)));
    await expect(log.append([entry(OTHER, 'o')])).rejects.toBeInstanceOf(LogFullError);
  });

  it('counts appended, removed, buried and replayed events', async () => {
    const log = await edge();
    const drain = await worker('w1');
    await log.appendEvents(batch(FLOODER, ids(200)));
    await log.append(ids(30).map((id, at) => entry(at % 2 === 0 ? FLOODER : OTHER, id)));
    // Written by an older edge, which does not count.
    await admin.xadd(streamKey(0), '*', ENTRY_FIELD, JSON.stringify(entry(7, 'old')));
    expect(await counted()).toEqual({ [FLOODER]: 215, [OTHER]: 15 });

    const owned = await drain.acquire();
    const records = await drain.read(owned, 1_000, 0);
    expect(records).toHaveLength(231);
    const poison = records[0]!;
    await drain.deadLetter(poison, 'poison');
    await drain.acknowledge(records.slice(1, 150));
    await drain.acknowledge(records.slice(1, 150));
    const { 7: uncounted, ...others } = await truth();
    expect(await counted()).toEqual(others);
    await drain.acknowledge(records.slice(150));
    expect(uncounted).toBe(1);
    expect(await counted()).toEqual({});
    expect(await admin.keys('tidemark:ingest:{*}:*')).toEqual([]);

    const letters = createDeadLetters(admin);
    const { letters: found } = await letters.list(10);
    await letters.replay(found[0]!);
    expect(await counted()).toEqual({ [FLOODER]: 1 });
    await expectExactCounts();
    await drain.acknowledge(await drain.read(owned, 10, 0));
    expect(await counted()).toEqual({});
  });

  it('stays exact when Redis and workers are killed under a flood', async () => {
    const log = await edge();
    let stopped = false;
    let taken = 0;
    const send = async (project: number, size: number): Promise<void> => {
      while (!stopped) {
        try {
          await log.appendEvents(batch(project, ids(size)));
          taken += size;
        } catch (error) {
          if (!(error instanceof LogFullError)) expect(error).toBeInstanceOf(LogUnavailableError);
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      }
    };
    const senders = [send(FLOODER, 50), send(FLOODER, 50), send(FLOODER, 50), send(OTHER, 3)];
    for (let round = 0; round < 4; round += 1) {
      const before = taken;
      // A consumer that dies after it has read a range and removed half of it, while it owns its partitions.
      const redis = await connect('consumer');
      const mortal = createIngestLogConsumer({
        ...{ redis, partitions: PARTITIONS, owner: `mortal-${round}`, leaseMs: 500 },
      });
      consumers.push(mortal);
      let owned: readonly number[] = [];
      while (owned.length === 0) owned = await mortal.acquire();
      const records = await mortal.read(owned, 2_000, 5_000);
      await mortal.acknowledge(records.slice(0, records.length / 2));
      redis.disconnect();
      while (taken === before) await new Promise((resolve) => setTimeout(resolve, 5));
      await server.kill();
      await server.start();
    }
    stopped = true;
    await Promise.all(senders);
    await waitUntilReady(admin, 10_000);
    await expectExactCounts();

    const drain = await worker('last', 500);
    let owned: readonly number[] = [];
    while (owned.length < PARTITIONS) owned = await drain.acquire();
    for (let records = await drain.read(owned, 5_000, 0); records.length > 0;) {
      await drain.acknowledge(records);
      records = await drain.read(owned, 5_000, 0);
    }
    expect(await counted()).toEqual({});
  });
});
