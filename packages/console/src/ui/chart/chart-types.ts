/** A line, area or set of bars. */
export interface ChartSeries {
  readonly key: string;
  readonly label: string;
  readonly values: readonly number[];
  /** Index of its look; series that belong together share it. */
  readonly look: number;
  /** Whether the series belongs to the compared period, which is drawn thin and pale. */
  readonly isBefore: boolean;
  /** Starts of its own buckets, where they are not those of the axis. */
  readonly days?: readonly string[];
}

/** A place on the axis of time. */
export interface Bucket {
  /** On the axis. */
  readonly tick: string;
  /** In full, for tooltips and tables. */
  readonly title: string;
}

export type ChartKind = 'line' | 'area' | 'bars' | 'grouped-bars' | 'stacked-area';

/** A note at a bucket, drawn as a vertical line. */
export interface ChartMark {
  readonly bucket: number;
  readonly text: string;
}

/** One value of a chart. */
export interface ChartPoint {
  readonly series: number;
  readonly bucket: number;
}
