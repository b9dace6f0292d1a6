import type { ImportTarget } from '../target/target';

/** More than the difference between the clocks of the log and of this process. */
const SKEW_MS = 1_000;

/**
 * Whether ingestion has processed all events that were written before a time. The log need not be empty, because other
 * projects may send events all the time.
 *
 * @param since ms since the epoch
 */
export async function isIngested(
  target: Pick<ImportTarget, 'backlogMs'>,
  since: number,
): Promise<boolean> {
  return (await target.backlogMs()) + SKEW_MS < Date.now() - since;
}
