import type { SelectQuery } from '@tidemark/hogql';
import type { Rows } from '../../insight/plan';
import type { SamplingRate } from './conditions';

/** A table as a statement to run, page by page, and how its rows become the result. */
export interface WebTablePlan {
  /** The statement without a limit. */
  readonly statement: SelectQuery;
  readonly limit: number;
  readonly columns: readonly string[];
  readonly types: readonly (readonly [column: string, type: string])[];
  readonly samplingRate: SamplingRate;
  readonly results: (rows: Rows) => readonly (readonly unknown[])[];
}

/** The start of the names of columns. */
export const COLUMN_PREFIX = 'context.columns.';

export const DEFAULT_TABLE_LIMIT = 100;
