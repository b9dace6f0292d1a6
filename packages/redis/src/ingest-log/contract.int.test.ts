import { describeIngestLog } from '../../../ingest-log/src/test-support/log-contract';
import { closeRedis, createRedis, waitUntilReady } from '../connection/create-redis';
import { createDeadLetters } from '../dead-letters/dead-letters';
import { startRedisServer } from '../test-support/redis-server';
import type { TestRedisServer } from '../test-support/redis-server';
import { createIngestLogConsumer } from './consumer';
import { createIngestLogProducer } from './producer';

let server: TestRedisServer;

beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(() => server.remove());

describeIngestLog('Redis', async () => {
  const writing = createRedis(server.url, 'producer');
  const reading = createRedis(server.url, 'consumer');
  await waitUntilReady(writing, 10_000);
  await writing.flushall();
  return {
    producer: (options) => createIngestLogProducer({ ...options, redis: writing }),
    consumer: (options) => createIngestLogConsumer({ ...options, redis: reading }),
    deadLetters: createDeadLetters(reading),
    loseLeases: async () => {
      const keys = await reading.keys('tidemark:ingest-lease:*');
      await reading.del(...keys);
    },
    close: async () => {
      await Promise.all([closeRedis(writing), closeRedis(reading)]);
    },
  };
});
