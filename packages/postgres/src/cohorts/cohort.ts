import type { CohortFilters } from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { CohortTable } from '../schema';
import { fieldTable, json, own } from '../field-table';
import type { Settable } from '../field-table';

type Document = Readonly<Record<string, unknown>>;

export interface Cohort {
  readonly id: number;
  readonly projectId: number;
  readonly name: string | null;
  readonly description: string;
  /** The oldest format of filters, as sent; `filters` has the same content. */
  readonly groups: readonly unknown[];
  /** Null for static cohorts that were not created from filters. */
  readonly filters: CohortFilters | null;
  /** Only for static cohorts that were created from a query. */
  readonly query: Document | null;
  readonly isStatic: boolean;
  readonly deleted: boolean;
  /** The version of the current members; null before the first calculation. */
  readonly version: number | null;
  /** The number of members in that version; null before the first calculation. */
  readonly count: number | null;
  /** Whether a calculation runs or is waiting. */
  readonly isCalculating: boolean;
  readonly lastCalculation: Date | null;
  /** The number of failed calculations since the last successful one. */
  readonly errorsCalculating: number;
  /** The error message of the last failed calculation. */
  readonly lastError: string | null;
  /** The experiment whose exposed people it contains. */
  readonly experimentId: number | null;
  readonly createdById: number | null;
  readonly createdAt: Date;
}

export interface CohortReference {
  readonly projectId: number;
  readonly cohortId: number;
}

/**
 * Whether a calculation runs or is waiting. A static cohort needs none, except for computing its members from filters
 * or a query.
 */
function isCalculating(row: Selectable<CohortTable>): boolean {
  if (row.is_static) return row.needs_snapshot;
  const isWaiting = row.calculated_revision < row.revision && row.errors_calculating === 0;
  return row.calculation !== null || isWaiting;
}

/** The stored fields of a cohort. */
export const COHORT_FIELDS = fieldTable<Cohort, CohortTable>()({
  id: own('id'),
  projectId: own('project_id'),
  name: 'name',
  description: 'description',
  groups: json('groups'),
  filters: json('filters'),
  query: json('query'),
  isStatic: 'is_static',
  deleted: 'deleted',
  version: own('version'),
  count: own('count'),
  lastCalculation: own('last_calculation'),
  errorsCalculating: own('errors_calculating'),
  lastError: own('last_error'),
  experimentId: own('experiment_id'),
  createdById: own('created_by_id'),
  createdAt: own('created_at'),
});

export function toCohort(row: Selectable<CohortTable>): Cohort {
  return { ...COHORT_FIELDS.fromRow(row), isCalculating: isCalculating(row) };
}

/** The fields that clients may set. */
export type CohortFields = Settable<typeof COHORT_FIELDS>;
