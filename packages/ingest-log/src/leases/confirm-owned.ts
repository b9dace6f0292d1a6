import { PartitionsLostError } from '../errors/log-errors';
import type { LeaseHolder } from './lease-holder';

/**
 * Checks that this consumer still owns these partitions. If the response took long, the process may have stalled
 * meanwhile, so the check is repeated.
 *
 * @throws PartitionsLostError if another consumer has claimed one of them since this one did.
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
