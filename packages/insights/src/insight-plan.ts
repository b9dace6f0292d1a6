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

export interface ResolvedDateRange {
  readonly date_from: string;
  readonly date_to: string;
}
