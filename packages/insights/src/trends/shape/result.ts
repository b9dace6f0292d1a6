/** One line of a trends answer (`wire/insights.md` §3.7). */
export interface TrendsResult {
  readonly action: Readonly<Record<string, unknown>> | null;
  readonly label: string;
  readonly count: number;
  readonly data: readonly number[] | null;
  readonly days: readonly string[];
  /** Absent for totals. */
  readonly labels?: readonly string[];
  readonly aggregated_value?: number;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly order: number;
  readonly breakdown_value?: string | number | readonly string[];
  readonly compare?: true;
  readonly compare_label?: 'current' | 'previous';
}
