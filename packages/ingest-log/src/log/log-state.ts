/** The state of the log: waiting entries and dead letters. */
export interface LogState {
  /** Unprocessed events per partition, from partition 0. */
  readonly depths: readonly number[];
  /** The age of the oldest unprocessed event, in ms by the clock of the store; 0 if there is none. */
  readonly oldestAgeMs: number;
  readonly deadLetters: number;
}
