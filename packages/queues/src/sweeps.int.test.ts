import { createLogger, createMetrics } from '@tidemark/platform';
import { createRedis } from '@tidemark/redis';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import { createQueueMetrics } from './job-consumer';
import { createSweeps } from './sweeps';

const logger = createLogger('test', 'silent');
const EVERY_MS = 50;

/** Starts a worker on the sweeps of usage, and counts its sweeps. */
function startSweeps(redisUrl: string) {
  let count = 0;
  const sweeps = createSweeps('usage', {
    redisUrl,
    everyMs: EVERY_MS,
    renewMs: 4 * EVERY_MS,
    logger,
    metrics: createQueueMetrics(createMetrics('test')),
    sweep: () => {
      count += 1;
      return Promise.resolve();
    },
  });
  return { ...sweeps, count: () => count };
}

const more = async (count: () => number, by: number): Promise<void> => {
  const before = count();
  await waitUntil(() => count() >= before + by);
};

it('sweeps go on after Redis lost the schedule and its jobs', async () => {
  const { redis: redisUrl } = await createIsolatedStores();
  const redis = createRedis(redisUrl, 'queue', logger);
  const sweeps = startSweeps(redisUrl);
  try {
    await more(sweeps.count, 3);
    await redis.flushdb();
    await more(sweeps.count, 3);
  } finally {
    await sweeps.close();
    await redis.quit();
  }
});

it('the schedule that several workers write again neither stops nor multiplies sweeps', async () => {
  const { redis: redisUrl } = await createIsolatedStores();
  const redis = createRedis(redisUrl, 'queue', logger);
  const workers = [startSweeps(redisUrl), startSweeps(redisUrl), startSweeps(redisUrl)];
  const total = () => workers.reduce((sum, { count }) => sum + count(), 0);
  try {
    await more(total, 60);
    const [delayed, waiting] = await Promise.all([
      redis.zcard('{tidemark-queues}:tidemark-usage-sweeps:delayed'),
      redis.llen('{tidemark-queues}:tidemark-usage-sweeps:wait'),
    ]);
    expect(delayed + waiting).toBeLessThanOrEqual(1);
  } finally {
    await Promise.all(workers.map((worker) => worker.close()));
    await redis.quit();
  }
});
