import type { Statement } from '@tidemark/hogql';

/** Rows of a statement as the engine returns them, each as a list of values. */
export type Rows = readonly (readonly unknown[])[];

/** An array in a row; any other value counts as an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The statements of an insight, and how their rows become the response. */
export interface InsightPlan<Response> {
  /** Statements that are independent of each other; empty when nothing can match. */
  readonly statements: readonly Statement[];
  /** Builds the response. @param rows of each statement, in their order */
  readonly shape: (rows: readonly Rows[]) => Response;
}

/** The periods that a response covers. */
export interface ResolvedPeriods {
  readonly resolved_date_range: ResolvedDateRange;
  /** The period of the comparison; null without comparison. */
  readonly resolved_compare_date_range: ResolvedDateRange | null;
}

export interface ResolvedDateRange {
  readonly date_from: string;
  readonly date_to: string;
}
