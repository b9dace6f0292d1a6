interface ClaimedPartitions {
  /** Partitions that this consumer owns now and did not own before. */
  readonly fresh: number[];
  /** Those of `fresh` that their previous owner did not release. */
  readonly takenOver: number[];
  /** Partitions that this consumer already owned. */
  readonly kept: number[];
}

export interface PartitionLeases {
  /** Renews the registration of this consumer. Returns the number of live consumers, including this one. */
  heartbeat(): Promise<number>;
  /** Tries to claim each of `partitions`. */
  claim(partitions: readonly number[]): Promise<ClaimedPartitions>;
  /** Renews leases. Returns the partitions that no other consumer has claimed since this one did. */
  renew(partitions: readonly number[]): Promise<number[]>;
  drop(partitions: readonly number[]): Promise<void>;
  /** Removes the registration of this consumer, so that the others can claim its share at once. */
  leave(): Promise<void>;
}
