import type { PartitionLeases } from './partition-leases';
import { planShare } from './share';

/** A change of leases: `taken_over` from an owner that did not release them; `lost` to another consumer. */
export type LeaseChange = 'claimed' | 'taken_over' | 'given_back' | 'lost';

export interface LeaseHolder {
  /** Claims and releases partitions, and returns the owned ones. @param partitions the current number of partitions */
  acquire(partitions: number): Promise<readonly number[]>;
  /** Returns those of the given partitions that another consumer has claimed since this one did. */
  lost(partitions: readonly number[]): Promise<number[]>;
  /** Releases these partitions. Their next owner begins with the oldest unprocessed record. */
  giveBack(partitions: readonly number[]): Promise<void>;
  release(): Promise<void>;
}

export interface LeaseHolderDeps {
  readonly leases: PartitionLeases;
  readonly renewEveryMs: number;
  readonly start: number;
  /** Runs before a claimed partition is read for the first time; if it rejects, the partition is released. */
  readonly onClaimed: (partitions: readonly number[]) => Promise<void>;
  readonly onChange: (change: LeaseChange, partitions: number) => void;
}

/**
 * Manages the partitions that this consumer owns. They are claimed and released only in `acquire`. A timer renews them,
 * so that a consumer keeps its partitions during a long range, and loses them when its process dies.
 */
export function createLeaseHolder(deps: LeaseHolderDeps): LeaseHolder {
  const { leases } = deps;
  let owned: number[] = [];
  let timer: NodeJS.Timeout | undefined;
  let released = false;

  const changed = (change: LeaseChange, partitions: readonly number[]): void => {
    if (partitions.length > 0) deps.onChange(change, partitions.length);
  };

  const prolong = async (): Promise<void> => {
    const held = [...owned];
    await leases.heartbeat();
    await leases.renew(held);
  };

  const claimUpTo = async (wanted: number, candidates: readonly number[]): Promise<number[]> => {
    const won: number[] = [];
    for (let at = 0; won.length < wanted && at < candidates.length;) {
      const tried = candidates.slice(at, at + wanted - won.length);
      at += tried.length;
      const { fresh, takenOver, kept } = await leases.claim(tried);
      // `kept` was claimed by an earlier call that failed later. Both are begun again.
      const begun = [...fresh, ...kept];
      if (begun.length > 0) await begin(deps, begun);
      won.push(...begun);
      changed('claimed', begun);
      changed('taken_over', takenOver);
    }
    return won;
  };

  const giveBack = async (partitions: readonly number[]): Promise<void> => {
    owned = owned.filter((partition) => !partitions.includes(partition));
    await leases.drop(partitions);
    changed('given_back', partitions);
  };

  return {
    acquire: async (partitions) => {
      if (released) return [];
      const consumers = await leases.heartbeat();
      const held = owned;
      owned = await leases.renew(held);
      changed(
        'lost',
        held.filter((partition) => !owned.includes(partition)),
      );
      const plan = planShare(owned, partitions, consumers, deps.start);
      if (plan.giveBack.length > 0) await giveBack(plan.giveBack);
      owned = [...owned, ...(await claimUpTo(plan.wanted, plan.candidates))];
      timer ??= setInterval(() => {
        // A failure means that Redis is unavailable; the next `acquire` finds the partitions that are still owned.
        prolong().catch(() => undefined);
      }, deps.renewEveryMs).unref();
      return [...owned];
    },
    lost: async (partitions) => {
      const held = await leases.renew(partitions);
      return partitions.filter((partition) => !held.includes(partition));
    },
    giveBack,
    release: async () => {
      released = true;
      clearInterval(timer);
      await giveBack(owned);
      await leases.leave();
    },
  };
}

/** @throws the error of `onClaimed`, after the partitions were released */
async function begin(
  { leases, onClaimed }: Pick<LeaseHolderDeps, 'leases' | 'onClaimed'>,
  partitions: readonly number[],
): Promise<void> {
  try {
    await onClaimed(partitions);
  } catch (error) {
    await leases.drop(partitions);
    throw error;
  }
}
