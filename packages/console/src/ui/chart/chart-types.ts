/** A series of a chart: a line, an area or a set of bars. */
export interface ChartSeries {
  readonly key: string;
  readonly label: string;
  readonly values: readonly number[];
  /** The index of its colour and dashes. Series that belong together have the same one. */
  readonly look: number;
  /** Whether the series belongs to the compared period, which is drawn thin and pale. */
  readonly isBefore: boolean;
  /** The starts of the series' own buckets, if they differ from the buckets of the axis. */
  readonly days?: readonly string[];
}

/** A period on the time axis. */
export interface Bucket {
  /** The short text on the axis. */
  readonly tick: string;
  /** The long text in tooltips and tables. */
  readonly title: string;
}

export type ChartKind = 'line' | 'area' | 'bars' | 'grouped-bars' | 'stacked-area';

/** A note, drawn as a vertical line at its bucket. */
export interface ChartMark {
  readonly bucket: number;
  readonly text: string;
}

/** The position of a value in a chart. */
export interface ChartPoint {
  readonly series: number;
  readonly bucket: number;
}
