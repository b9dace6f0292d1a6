import type { DeliveryJob } from '@tidemark/contracts';
import { deliveryJobSchema } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { JobConsumer, QueueMetrics } from './job-consumer';
import { createJobConsumer } from './job-consumer';
import { openQueue } from './job-queue';

/** The queues of deliveries: one for receivers that respond slowly, and one for all others. */
export const DELIVERY_QUEUE_NAMES = {
  quick: 'tidemark-deliveries',
  slow: 'tidemark-slow-deliveries',
} as const;

/** Each lane has its own sending places, so that known slow receivers, however many, do not take those of the others. */
export type DeliveryLane = keyof typeof DELIVERY_QUEUE_NAMES;

/** A priority of BullMQ: jobs without one are taken first. */
const AFTER_OTHERS = 1;
/** The job of a dead process is detected early. This is safe, because deliveries have their own leases. */
const STALLS = { lockMs: 10_000, checkEveryMs: 5_000, maxStalls: 3 } as const;

export interface DeliveryQueue {
  /**
   * Queues the due deliveries of these destinations. A destination whose job is already waiting or running is not
   * queued again. Failing ones come after all others: many receivers that do not respond would occupy all places.
   */
  add(
    destinations: readonly {
      readonly destinationId: string;
      readonly isFailing: boolean;
      readonly isSlow: boolean;
    }[],
  ): Promise<void>;
  close(): Promise<void>;
}

/** Adds jobs to the queue. */
export function createDeliveryQueue(deps: {
  readonly redisUrl: string;
  readonly logger: Logger;
}): DeliveryQueue {
  const quick = openQueue<DeliveryJob>(DELIVERY_QUEUE_NAMES.quick, deps);
  const slow = openQueue<DeliveryJob>(DELIVERY_QUEUE_NAMES.slow, deps);
  const addTo = async (
    { queue }: typeof quick,
    destinations: readonly { readonly destinationId: string; readonly isFailing: boolean }[],
  ): Promise<void> => {
    if (destinations.length === 0) return;
    await queue.addBulk(
      destinations.map(({ destinationId, isFailing }) => ({
        name: 'deliver',
        data: { v: 1 as const, destination_id: destinationId },
        // At most one job per destination in all processes, which limits the load of one receiver.
        opts: { jobId: destinationId, ...(isFailing && { priority: AFTER_OTHERS }) },
      })),
    );
  };
  return {
    async add(destinations) {
      await addTo(
        quick,
        destinations.filter(({ isSlow }) => !isSlow),
      );
      await addTo(
        slow,
        destinations.filter(({ isSlow }) => isSlow),
      );
    },
    async close() {
      await Promise.all([quick.close(), slow.close()]);
    },
  };
}

/** Processes the jobs of one queue. */
export function createDeliveryConsumer(deps: {
  readonly redisUrl: string;
  readonly lane: DeliveryLane;
  readonly concurrency: number;
  readonly logger: Logger;
  readonly metrics: QueueMetrics;
  readonly handle: (job: DeliveryJob) => Promise<void>;
}): JobConsumer {
  return createJobConsumer(DELIVERY_QUEUE_NAMES[deps.lane], {
    ...deps,
    stalls: STALLS,
    parse: (data) => deliveryJobSchema.parse(data),
  });
}
