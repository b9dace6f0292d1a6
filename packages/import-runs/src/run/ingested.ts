import type { ImportTarget } from '../target/target';

/** The clocks of the log and of this process differ by less. */
const SKEW_MS = 1_000;

/**
 * Whether ingestion has processed everything that was written before a time. Events of others arrive all the time: the
 * log of a busy installation is never empty.
 *
 * @param since ms since the epoch, as of `Date.now()`
 */
export async function isIngested(
  target: Pick<ImportTarget, 'backlogMs'>,
  since: number,
): Promise<boolean> {
  return (await target.backlogMs()) + SKEW_MS < Date.now() - since;
}
