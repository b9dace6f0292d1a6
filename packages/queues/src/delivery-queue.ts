import type { DeliveryJob } from '@tidemark/contracts';
import { deliveryJobSchema } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { JobConsumer, QueueMetrics } from './job-consumer';
import { createJobConsumer } from './job-consumer';
import { openQueue } from './job-queue';

export const DELIVERY_QUEUE_NAME = 'tidemark-deliveries';

/** A process that died is noticed soon: its deliveries have leases of their own. */
const STALLS = { lockMs: 10_000, checkEveryMs: 5_000, maxStalls: 3 } as const;

export interface DeliveryQueue {
  /** Has due deliveries of these destinations sent. One that is queued or worked on stays as it is. */
  add(destinationIds: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Producer side. */
export function createDeliveryQueue(deps: {
  readonly redisUrl: string;
  readonly logger: Logger;
}): DeliveryQueue {
  const { queue, close } = openQueue<DeliveryJob>(DELIVERY_QUEUE_NAME, deps);
  return {
    async add(destinationIds) {
      if (destinationIds.length === 0) return;
      await queue.addBulk(
        destinationIds.map((id) => ({
          name: 'deliver',
          data: { v: 1 as const, destination_id: id },
          // At most one job for each destination, in all processes: that bounds what one receiver takes.
          opts: { jobId: id },
        })),
      );
    },
    close,
  };
}

/** Consumer side. */
export function createDeliveryConsumer(deps: {
  readonly redisUrl: string;
  readonly concurrency: number;
  readonly logger: Logger;
  readonly metrics: QueueMetrics;
  readonly handle: (job: DeliveryJob) => Promise<void>;
}): JobConsumer {
  return createJobConsumer(DELIVERY_QUEUE_NAME, {
    ...deps,
    stalls: STALLS,
    parse: (data) => deliveryJobSchema.parse(data),
  });
}
