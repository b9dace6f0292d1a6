import { randomUUID } from 'node:crypto';
import { createLogger, createMetrics } from '@tidemark/platform';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import { createDeliveryConsumer, createDeliveryQueue } from './delivery-queue';
import { createQueueMetrics } from './job-consumer';

const logger = createLogger('test', 'silent');

const destinationsOf = (projectId: number, count: number) =>
  Array.from({ length: count }, () => ({
    destinationId: randomUUID(),
    ...{ projectId, isFailing: false },
  }));

it('slow receivers of one project leave places to others, and give them an equal part', async () => {
  const { redis: redisUrl } = await createIsolatedStores();
  const queue = createDeliveryQueue({ redisUrl, logger });
  const running = new Map<string, () => void>();
  const consumer = createDeliveryConsumer({
    redisUrl,
    concurrency: 8,
    logger,
    metrics: createQueueMetrics(createMetrics('test')),
    handle: ({ destination_id: id }) =>
      new Promise<void>((finish) => {
        running.set(id, () => {
          running.delete(id);
          finish();
        });
      }),
  });
  const flood = destinationsOf(1, 400);
  const others = destinationsOf(2, 6);
  const runningOf = (list: readonly { readonly destinationId: string }[]) =>
    list.filter(({ destinationId }) => running.has(destinationId));
  try {
    await queue.add(flood);
    await waitUntil(() => expect(runningOf(flood)).toHaveLength(7));
    await queue.add(others);
    await waitUntil(() => expect(runningOf(others)).toHaveLength(1), 10_000);
    // A place that becomes free is for the project with fewer of them.
    for (const count of [2, 3]) {
      running.get(runningOf(flood)[0]?.destinationId ?? '')?.();
      await waitUntil(() => expect(runningOf(others)).toHaveLength(count), 10_000);
    }
    expect(runningOf(flood)).toHaveLength(5);
  } finally {
    const free = setInterval(() => [...running.values()].forEach((finish) => finish()), 20);
    await consumer.close();
    clearInterval(free);
    await queue.close();
  }
});
