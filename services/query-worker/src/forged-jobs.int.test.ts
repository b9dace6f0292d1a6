import { randomUUID } from 'node:crypto';
import { createLogger, createMetrics } from '@tidemark/platform';
import { createQueryJobConsumer, createQueryQueue, createQueueMetrics } from '@tidemark/queues';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';

/** Write access to Redis without our secrets is not enough to make a worker run anything. */
it('a worker does only jobs that are signed with its secret, or the one before', async () => {
  const { redis: redisUrl } = await createIsolatedStores();
  const deps = { redisUrl, now: () => new Date(), logger: createLogger('test', 'silent') };
  const secret = (name: string) => `${name} secret of the tests, long enough`;
  const done: string[] = [];
  const consumer = createQueryJobConsumer({
    ...deps,
    secrets: { current: secret('today'), previous: secret('yesterday') },
    concurrency: 1,
    metrics: createQueueMetrics(createMetrics('test')),
    handle: ({ query_id: id }) => {
      done.push(id);
      return Promise.resolve();
    },
  });
  const queues = ['forged', 'yesterday', 'today'].map((name) => ({
    name,
    queue: createQueryQueue({ ...deps, secrets: { current: secret(name) } }),
  }));
  try {
    for (const { name, queue } of queues) {
      await queue.add({
        v: 2,
        project_id: 1,
        query_id: name,
        run_token: randomUUID(),
        request_digest: '',
      });
    }
    await waitUntil(() => {
      expect(done).toEqual(['yesterday', 'today']);
    });
  } finally {
    await consumer.close();
    for (const { queue } of queues) await queue.close();
  }
});
