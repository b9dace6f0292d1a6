import { createLogger, createMetrics } from '@tidemark/platform';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import { createExportJobConsumer, createExportQueue } from './export-queue';
import { createQueueMetrics } from './job-consumer';
import { JobPostponed } from './job-postponed';
import { createProjectPlaces } from './project-places';

const logger = createLogger('test', 'silent');

it('jobs of one project never use the last place; a postponed one runs later', async () => {
  const { redis: redisUrl } = await createIsolatedStores();
  const queue = createExportQueue({ redisUrl, logger });
  const running = new Set<string>();
  const seen: string[] = [];
  let most = 0;
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  for (let run = 0; run < 10; run += 1) await queue.add({ project_id: 1, run_id: `flood-${run}` });
  const consumer = createExportJobConsumer({
    redisUrl,
    concurrency: 3,
    logger,
    metrics: createQueueMetrics(createMetrics('test')),
    handle: async ({ run_id: run }) => {
      seen.push(run);
      running.add(run);
      most = Math.max(most, [...running].filter((one) => one.startsWith('flood')).length);
      if (run.startsWith('flood')) await finished;
      running.delete(run);
    },
  });
  try {
    await waitUntil(() => {
      expect(running.size).toBe(2);
    });
    await queue.add({ project_id: 2, run_id: 'other' });
    await waitUntil(() => {
      expect(seen).toContain('other');
    });
    expect([most, running.size]).toEqual([2, 2]);
    finish();
    await waitUntil(() => {
      expect(new Set(seen).size).toBe(11);
    });
    expect(most).toBe(2);
    expect(seen).toHaveLength(11);
  } finally {
    finish();
    await consumer.close();
    await queue.close();
  }
});

it('a place is free again after a failure; other projects have their own', async () => {
  const places = createProjectPlaces(1);
  await expect(places.run(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await places.run(1, async () => {
    await expect(places.run(1, () => Promise.resolve())).rejects.toBeInstanceOf(JobPostponed);
    await expect(places.run(2, () => Promise.resolve('done'))).resolves.toBe('done');
  });
});
