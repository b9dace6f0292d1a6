import type { PartitionLeases } from './partition-leases';
import { planShare } from './share';

/** What happened to leases: `taken_over` from an owner that did not give them back; `lost` to another. */
export type LeaseChange = 'claimed' | 'taken_over' | 'given_back' | 'lost';

export interface LeaseHolder {
  /** `partitions`: how many there are now. */
  acquire(partitions: number): Promise<readonly number[]>;
  /** The given partitions that another consumer has held since we claimed them. */
  lost(partitions: readonly number[]): Promise<number[]>;
  /** Gives these back; whoever claims them next starts over. */
  giveBack(partitions: readonly number[]): Promise<void>;
  release(): Promise<void>;
}

export interface LeaseHolderDeps {
  readonly leases: PartitionLeases;
  readonly renewEveryMs: number;
  readonly start: number;
  /** Runs before a claimed partition is read for the first time; a failure gives it back. */
  readonly onClaimed: (partitions: readonly number[]) => Promise<void>;
  readonly onChange: (change: LeaseChange, partitions: number) => void;
}

/**
 * Keeps the set of partitions this consumer owns. Taking and giving back happens in `acquire` only; the
 * timer merely prolongs, so a long batch keeps its partitions and a dead process loses them.
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
      // `kept` was claimed by an earlier call that failed half-way. Both start again.
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
        // A failure means Redis is unavailable; the next `acquire` finds out what is still ours.
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

/** @throws what `onClaimed` throws, after the partitions were given back */
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
