import { createLogger } from '@tidemark/platform';
import { closeRedis, createRedis, waitUntilReady } from '@tidemark/redis';
import { findKafka, startKafka } from '@tidemark/testing';
import type { TestKafka } from '@tidemark/testing';
import { describeIngestLog } from '../../ingest-log/src/test-support/log-contract';
import { startRedisServer } from '../../redis/src/test-support/redis-server';
import type { TestRedisServer } from '../../redis/src/test-support/redis-server';
import { openIngestLog } from './open-log';

let kafka: TestKafka | undefined;
let server: TestRedisServer | undefined;
let opened = 0;

beforeAll(async () => {
  const jars = await findKafka();
  if ('missing' in jars) throw new Error(jars.missing);
  // Started one after the other, so that the first is stopped if the second fails.
  server = await startRedisServer();
  kafka = await startKafka(jars.classPath, 3);
}, 180_000);
afterAll(async () => {
  await Promise.all([kafka?.stop(), server?.remove()]);
});

describeIngestLog('Kafka', async () => {
  if (kafka === undefined || server === undefined) throw new Error('a store did not start');
  const redis = createRedis(server.url, 'consumer');
  await waitUntilReady(redis, 10_000);
  await redis.flushall();
  opened += 1;
  const log = openIngestLog({
    url: `${kafka.url}/log-${opened}`,
    redis,
    partitions: 4,
    logger: createLogger('test', 'silent'),
  });
  return {
    producer: (options) => log.producer(options),
    consumer: (options) => log.consumer(options),
    deadLetters: log.deadLetters,
    loseLeases: async () => {
      const keys = await redis.keys('tidemark:ingest-lease:*');
      await redis.del(...keys);
    },
    close: async () => {
      await log.close();
      await closeRedis(redis);
    },
  };
});

it('adds partitions to a topic that has fewer than a process wants', async () => {
  if (kafka === undefined || server === undefined) throw new Error('a store did not start');
  const redis = createRedis(server.url, 'consumer');
  const counted = async (partitions: number): Promise<number> => {
    const log = openIngestLog({
      url: `${kafka?.url}/enlarged`,
      redis,
      partitions,
      logger: createLogger('test', 'silent'),
    });
    try {
      return await log.partitions();
    } finally {
      await log.close();
    }
  };
  try {
    // A process that only writes creates the topic with one partition.
    expect([await counted(0), await counted(3), await counted(2)]).toEqual([1, 3, 3]);
  } finally {
    await closeRedis(redis);
  }
}, 120_000);
