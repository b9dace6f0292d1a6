import type { LocalEvent } from './happened';
import type { FilterTree, Series } from './series';

/** The source of a metric: its events give each unit a number. */
export interface ExperimentSource extends Omit<Series, 'math'> {
  readonly math:
    | 'total'
    | 'sum'
    | 'avg'
    | 'min'
    | 'max'
    | 'dau'
    | 'unique_session'
    | 'unique_group'
    | ((events: readonly LocalEvent[]) => number);
}

/** How values that are far out are drawn in. */
interface Outliers {
  readonly lower?: number;
  readonly upper?: number;
  readonly ignoreZeros?: boolean;
}

export type ExperimentMetricCase =
  | ({
      readonly type: 'mean';
      readonly source: ExperimentSource;
      readonly threshold?: number;
    } & Outliers)
  | {
      readonly type: 'ratio';
      readonly numerator: ExperimentSource;
      readonly denominator: ExperimentSource;
      readonly outliers?: Outliers;
    }
  | { readonly type: 'funnel'; readonly steps: readonly Series[]; readonly isOrdered: boolean }
  | {
      readonly type: 'retention';
      readonly start: Series;
      readonly completion: Series;
      readonly takesFirst: boolean;
      readonly from: number;
      readonly to: number;
      readonly unit: 'second' | 'minute' | 'hour' | 'day';
    };

/** An experiment with one metric, as a test sets it up. */
export interface ExperimentCase {
  readonly flag: string;
  readonly variants: readonly string[];
  /** UTC, both included. */
  readonly start: string;
  readonly end: string;
  readonly zone: string;
  readonly takesFirst: boolean;
  readonly byGroups: boolean;
  /** The event that exposes in place of the flag's. */
  readonly exposedBy: string | null;
  /** The conditions of exposures. */
  readonly filters: FilterTree;
  readonly breakdowns: readonly string[];
  /** Seconds. */
  readonly window: number | null;
  /** UTC; units whose window ends later do not count. */
  readonly maturedAt: string | null;
  readonly lookbackDays: number | null;
  readonly metric: ExperimentMetricCase;
}
