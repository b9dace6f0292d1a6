/** A named list of numbers; null if there is no value. */
interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Whether the series belongs to the compared period. */
  readonly isPrevious: boolean;
}

/** A chart, independent of the library that draws it. */
export interface Chart {
  readonly shape: 'line' | 'area' | 'bar' | 'stacked' | 'rows' | 'pie';
  /** The labels of the values: dates, steps, names. */
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
  /** The text after each value, such as ` %`. */
  readonly unit: string;
}
