import type { Statement } from '@tidemark/hogql';

/** Rows of a statement as the engine returns them, a list of values each. */
export type Rows = readonly (readonly unknown[])[];

/** An array in a row; anything else counts as an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** An insight as statements to run, and how their rows become the response. */
export interface InsightPlan<Response> {
  /** Independent of each other; none when nothing can match. */
  readonly statements: readonly Statement[];
  /** @param rows of each statement, in their order */
  readonly shape: (rows: readonly Rows[]) => Response;
}

/** The periods that a response covers. */
export interface ResolvedPeriods {
  readonly resolved_date_range: ResolvedDateRange;
  /** The period that is compared with; null when none is. */
  readonly resolved_compare_date_range: ResolvedDateRange | null;
}

export interface ResolvedDateRange {
  readonly date_from: string;
  readonly date_to: string;
}
