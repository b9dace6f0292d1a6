import type { Statement } from '@tidemark/hogql';

/** Rows of a statement as the engine answers them, a list of values each. */
export type Rows = readonly (readonly unknown[])[];

/** An insight as statements to run, and what their rows make. */
export interface InsightPlan<Answer> {
  /** Independent of each other; none when nothing can match. */
  readonly statements: readonly Statement[];
  /** @param rows of each statement, in their order */
  readonly answer: (rows: readonly Rows[]) => Answer;
}

/** What times an answer tells about. */
export interface ToldPeriods {
  readonly resolved_date_range: ResolvedDateRange;
  /** The period that is compared with; null when none is. */
  readonly resolved_compare_date_range: ResolvedDateRange | null;
}

export interface ResolvedDateRange {
  readonly date_from: string;
  readonly date_to: string;
}
