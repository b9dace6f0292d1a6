import type { PartitionLeases } from './leases';
import { planShare } from './share';

export interface LeaseHolder {
  /** `partitions`: how many there are now. */
  acquire(partitions: number): Promise<readonly number[]>;
  release(): Promise<void>;
}

/**
 * Keeps the set of partitions this consumer owns. Taking and giving back happens in `acquire` only; the
 * timer merely prolongs, so a long batch keeps its partitions and a dead process loses them.
 */
export function createLeaseHolder(deps: {
  readonly leases: PartitionLeases;
  readonly renewEveryMs: number;
  readonly start: number;
}): LeaseHolder {
  const { leases } = deps;
  let owned: number[] = [];
  let timer: NodeJS.Timeout | undefined;
  let released = false;

  const prolong = async (): Promise<void> => {
    const held = [...owned];
    await leases.heartbeat();
    await leases.renew(held);
  };

  const claimUpTo = async (wanted: number, candidates: readonly number[]): Promise<number[]> => {
    const won: number[] = [];
    for (let at = 0; won.length < wanted && at < candidates.length; at += wanted - won.length) {
      won.push(...(await leases.claim(candidates.slice(at, at + wanted - won.length))));
    }
    return won;
  };

  return {
    acquire: async (partitions) => {
      if (released) return [];
      const consumers = await leases.heartbeat();
      owned = await leases.renew(owned);
      const plan = planShare(owned, partitions, consumers, deps.start);
      if (plan.giveBack.length > 0) {
        owned = owned.filter((partition) => !plan.giveBack.includes(partition));
        await leases.drop(plan.giveBack);
      }
      owned = [...owned, ...(await claimUpTo(plan.wanted, plan.candidates))];
      timer ??= setInterval(() => {
        // A failure means Redis is away; the next `acquire` finds out what is still ours.
        prolong().catch(() => undefined);
      }, deps.renewEveryMs).unref();
      return [...owned];
    },
    release: async () => {
      released = true;
      clearInterval(timer);
      const held = owned;
      owned = [];
      await leases.drop(held);
      await leases.leave();
    },
  };
}
