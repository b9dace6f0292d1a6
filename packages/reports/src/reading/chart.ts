/** A named row of numbers; null where there is none. */
interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Of the period that is compared with. */
  readonly isPrevious: boolean;
}

/** The description of a chart, whatever draws it. */
export interface Chart {
  readonly shape: 'line' | 'area' | 'bar' | 'stacked' | 'rows' | 'pie';
  /** What the values belong to: dates, steps, names. */
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
  /** After each value, as ` %`. */
  readonly unit: string;
}
