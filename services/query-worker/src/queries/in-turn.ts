import type { QueryJob } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import { JobPostponed } from '@tidemark/queues';
import type { FairSlots } from '@tidemark/redis';

/** When a job whose project has no slot left is looked at again. */
const POSTPONED_MS = 500;

/**
 * Does the work of a job while it holds a slot of its project. A job without one goes back into the queue, so that
 * the jobs of one project never keep those of others waiting.
 *
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
      // It frees itself when its lease ends.
      deps.logger.warn({ err: error }, 'a query slot could not be released');
    });
  }
}
