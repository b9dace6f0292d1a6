interface ClaimedPartitions {
  /** Ours now, and were not before. */
  readonly fresh: number[];
  /** The members of `fresh` whose previous owner did not release them. */
  readonly takenOver: number[];
  /** Ours already. */
  readonly kept: number[];
}

export interface PartitionLeases {
  /** How many consumers live, this one included. */
  heartbeat(): Promise<number>;
  /** Tries to take each of `partitions`. */
  claim(partitions: readonly number[]): Promise<ClaimedPartitions>;
  /** The given partitions that are still ours: no other consumer has held them since we claimed them. */
  renew(partitions: readonly number[]): Promise<number[]>;
  drop(partitions: readonly number[]): Promise<void>;
  /** Leaves the registry, so that the others share at once. */
  leave(): Promise<void>;
}
