/** The state of the log: waiting entries and dead letters. */
export interface LogState {
  /** Unprocessed events per partition, from partition 0. */
  readonly depths: readonly number[];
  /** How long the oldest of them has waited, in ms by the store's clock; 0 when there is none. */
  readonly oldestAgeMs: number;
  readonly deadLetters: number;
}
