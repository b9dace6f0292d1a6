/** The parameters of the load generator. */
export interface LoadOrder {
  /** Events per second. */
  readonly rate: number;
  readonly events: number;
}

/** The result of the load generator. If a batch is rejected, the generator ends without a result. */
export interface LoadReport {
  readonly acknowledged: number;
  readonly seconds: number;
}
