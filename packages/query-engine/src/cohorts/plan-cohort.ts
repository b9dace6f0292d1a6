import type { CohortFilters } from '@tidemark/contracts';
import type { CompiledQuery, QueryModifiers, Statement } from '@tidemark/hogql';
import { cohortStatement, membersStatement, parseSelect } from '@tidemark/hogql';
import { visibleFailure } from '../background/failure';
import { compileForProject } from '../plan/compile-for-project';
import type { ProjectLookups } from '../plan/lookups';
import type { QueryProject } from '../project';

/** The criteria for members of a cohort. */
export type CohortCriteria =
  | { readonly filters: CohortFilters }
  /** HogQL whose rows contain persons. */
  | { readonly query: string };

export interface CohortPlanContext extends ProjectLookups {
  readonly project: QueryProject;
  readonly now: Date;
}

/** Filters of events by properties of persons use the current persons, as in PostHog. */
const AS_PERSONS_ARE_NOW: QueryModifiers = {
  personsOnEventsMode: 'person_id_override_properties_joined',
};

/** A calculation has no limit on rows (`docs/wire/hogql-security.md#context-limits`). */
const ALL_ROWS = 1_000_000_000;

/**
 * Criteria → guarded ClickHouse SQL with one column: the person ids as text. A query can read the same data as any
 * other query of the project, including its views, data-warehouse tables and joins.
 *
 * @throws HogQLError for criteria that HogQL cannot express
 */
export async function planCohort(
  criteria: CohortCriteria,
  { project, now, ...lookups }: CohortPlanContext,
): Promise<CompiledQuery> {
  const compile = (statement: Statement, modifiers?: QueryModifiers): Promise<CompiledQuery> =>
    compileForProject(statement, {
      project,
      lookups,
      now,
      modifiers,
      defaultLimit: ALL_ROWS,
      maxRows: ALL_ROWS,
    });

  if ('filters' in criteria) {
    const dates = { now, timezone: project.timezone };
    return compile(cohortStatement(criteria.filters, dates), AS_PERSONS_ARE_NOW);
  }
  const query = parseSelect(criteria.query);
  const { columns } = await compile(query);
  return compile(membersStatement(query, columns));
}

/** The text of a failed calculation that users may see. */
export function cohortFailureText(error: unknown): string {
  return visibleFailure(error).message ?? 'The calculation failed. It will be tried again.';
}
