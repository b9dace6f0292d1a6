/** The parameters of the load generator. */
export interface LoadOrder {
  /** Events per second. */
  readonly rate: number;
  readonly events: number;
}

/** The result of the load generator. A rejected batch ends the generator instead. */
export interface LoadReport {
  readonly acknowledged: number;
  readonly seconds: number;
}
