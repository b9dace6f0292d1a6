import type { QueryJob } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import { JobPostponed } from '@tidemark/queues';
import type { FairSlots } from '@tidemark/redis';

/** The time after which a job is tried again if its project has no free slot. */
const POSTPONED_MS = 500;

/**
 * Runs a job while it holds a slot of its project. Without a free slot, the job returns to the queue, so that the
 * jobs of one project do not delay those of others.
 * @throws JobPostponed
 */
export async function inTurn(
  deps: { readonly slots: FairSlots | null; readonly logger: Logger },
  job: QueryJob,
  work: () => Promise<void>,
): Promise<void> {
  if (deps.slots === null) return work();
  const slot = await deps.slots.tryAcquire(String(job.project_id)).catch((error: unknown) => {
    deps.logger.warn({ err: error }, 'query slots are not available: queries run without a limit');
    return undefined;
  });
  if (slot === null) throw new JobPostponed(POSTPONED_MS);
  try {
    await work();
  } finally {
    await slot?.release().catch((error: unknown) => {
      // The slot becomes free when its lease expires.
      deps.logger.warn({ err: error }, 'a query slot could not be released');
    });
  }
}
