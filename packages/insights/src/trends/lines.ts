import type { SeriesNode } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import type { DateRange } from '../date-range/resolve-date-range';

/** Current and, when compared, previous. */
export type PeriodName = 'current' | 'previous';

export interface Period {
  readonly name: PeriodName;
  readonly range: DateRange;
}

/** A series in a period; with a breakdown by cohorts, the part of it in one cohort. */
export interface Line {
  /** Its number among all lines of the query: rows carry it. */
  readonly id: number;
  readonly period: PeriodName;
  /** Which series of the query. */
  readonly index: number;
  readonly node: SeriesNode;
  /** Where the series stands in the query, for errors. */
  readonly field: string;
  /** The events or actions that it is of, whatever their filters; null for any event. */
  readonly entity: Expr | null;
  /** Which events belong to it; null when all do. */
  readonly condition: Expr | null;
  readonly cohort: number | 'all' | null;
}

/** What all lines of a period read, and how their rows are split. */
export interface Scan {
  readonly period: PeriodName;
  readonly range: DateRange;
  /** Time, filters of the whole query, sampling. */
  readonly where: Expr;
  /** The same without time, for maths that look beyond the range; null when there are none. */
  readonly filters: Expr | null;
  /** False for totals: all rows are one bucket. */
  readonly hasBuckets: boolean;
  /** A list of texts per event; null without a breakdown by properties. */
  readonly breakdown: Expr | null;
  /** Null for persons. */
  readonly groupTypeIndex: number | null;
}
