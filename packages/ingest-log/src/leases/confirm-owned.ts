import { PartitionsLostError } from '../errors/log-errors';
import type { LeaseHolder } from './lease-holder';

/**
 * Makes sure that these partitions are still ours. A response that took long to reach us is no response, because we may
 * have stalled while waiting for it; then the question is asked again.
 *
 * @throws PartitionsLostError when another consumer has had one of them since we claimed it.
 */
export async function confirmOwned(
  holder: Pick<LeaseHolder, 'lost'>,
  partitions: readonly number[],
  leaseMs: number,
): Promise<void> {
  for (let took = Infinity; took > leaseMs / 2;) {
    const askedAt = performance.now();
    const lost = await holder.lost(partitions);
    if (lost.length > 0) throw new PartitionsLostError(lost);
    took = performance.now() - askedAt;
  }
}
