import type { LocalEvent } from './happened';
import type { FilterTree, Series } from './series';

/** The source of a metric: which events it reads, and how it computes one number per unit from them. */
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

/** The quantiles, from 0 to 1, beyond which values are replaced by the value at the quantile. */
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
  /** UTC; both ends are included. */
  readonly start: string;
  readonly end: string;
  readonly zone: string;
  readonly takesFirst: boolean;
  readonly byGroups: boolean;
  /** The name of the exposure event; null for the event `$feature_flag_called`. */
  readonly exposedBy: string | null;
  /** Filters of the exposure events. */
  readonly filters: FilterTree;
  readonly breakdowns: readonly string[];
  /** The conversion window in seconds; null for none. */
  readonly window: number | null;
  /** UTC; units whose window ends later are not counted. Null counts all units. */
  readonly maturedAt: string | null;
  readonly lookbackDays: number | null;
  readonly metric: ExperimentMetricCase;
}
