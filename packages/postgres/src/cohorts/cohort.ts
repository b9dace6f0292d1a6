import type { CohortFilters } from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { CohortTable } from '../schema';

type Document = Readonly<Record<string, unknown>>;

export interface Cohort {
  readonly id: number;
  readonly projectId: number;
  readonly name: string | null;
  readonly description: string;
  /** The oldest way to write filters, as it came; `filters` holds the same. */
  readonly groups: readonly unknown[];
  /** Null for static cohorts that were not made from filters. */
  readonly filters: CohortFilters | null;
  /** Only of static cohorts that were made from one. */
  readonly query: Document | null;
  readonly isStatic: boolean;
  readonly deleted: boolean;
  /** The version of the readable membership; null before the first calculation. */
  readonly version: number | null;
  /** Members of that version; null before the first calculation. */
  readonly count: number | null;
  /** Is the membership being worked out, or about to be? */
  readonly isCalculating: boolean;
  readonly lastCalculation: Date | null;
  /** Failed calculations since the last good one. */
  readonly errorsCalculating: number;
  /** The error message of the last failed calculation. */
  readonly lastError: string | null;
  readonly createdById: number | null;
  readonly createdAt: Date;
}

export interface CohortReference {
  readonly projectId: number;
  readonly cohortId: number;
}

/** The fields that a client may set. */
export type CohortFields = Pick<
  Cohort,
  'name' | 'description' | 'groups' | 'filters' | 'query' | 'isStatic' | 'deleted'
>;

export function toCohort(row: Selectable<CohortTable>): Cohort {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    description: row.description,
    groups: row.groups,
    filters: row.filters,
    query: row.query,
    isStatic: row.is_static,
    deleted: row.deleted,
    version: row.version,
    count: row.count,
    isCalculating: isCalculating(row),
    lastCalculation: row.last_calculation,
    errorsCalculating: row.errors_calculating,
    lastError: row.last_error,
    createdById: row.created_by_id,
    createdAt: row.created_at,
  };
}

/** Members of a static cohort are there at once; only a snapshot takes its time. */
function isCalculating(row: Selectable<CohortTable>): boolean {
  if (row.is_static) return row.needs_snapshot;
  const isWaiting = row.calculated_revision < row.revision && row.errors_calculating === 0;
  return row.calculation !== null || isWaiting;
}
