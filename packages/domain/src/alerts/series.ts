/** The value of one interval, or of one row. */
export interface AlertPoint {
  /** The start of the interval as the insight names it; null for a value that has none. */
  readonly at: string | null;
  /** Null where there is no data. */
  readonly value: number | null;
}

/** Values in the order of time, one of which is checked. */
export interface AlertSeries {
  readonly points: readonly AlertPoint[];
  /** The index of the point that is checked. */
  readonly current: number;
}
