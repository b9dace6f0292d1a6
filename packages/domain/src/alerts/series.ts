/** The value of one interval, or of one row. */
export interface AlertPoint {
  /** The start of the interval as in the response of the insight; null for a value without an interval. */
  readonly at: string | null;
  /** Null if there is no data. */
  readonly value: number | null;
}

/** Values in order of time, one of which is checked. */
export interface AlertSeries {
  readonly points: readonly AlertPoint[];
  /** The index of the point that is checked. */
  readonly current: number;
}
