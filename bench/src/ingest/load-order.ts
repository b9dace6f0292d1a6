/** What the generator is asked to send. */
export interface LoadOrder {
  /** Events per second. */
  readonly rate: number;
  readonly events: number;
}

/** What came of it. A rejected batch ends the generator instead. */
export interface LoadReport {
  readonly acknowledged: number;
  readonly seconds: number;
}
