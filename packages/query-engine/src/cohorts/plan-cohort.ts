import type { CohortFilters } from '@tidemark/contracts';
import type { CompiledQuery, QueryModifiers, Statement } from '@tidemark/hogql';
import { cohortStatement, membersStatement, parseSelect } from '@tidemark/hogql';
import { visibleFailure } from '../background/failure';
import { compileForProject } from '../plan/compile-for-project';
import type { ProjectLookups } from '../plan/lookups';
import type { QueryProject } from '../project';

/** The criteria that decide who is a member of a cohort. */
export type CohortCriteria =
  | { readonly filters: CohortFilters }
  /** HogQL whose rows name persons. */
  | { readonly query: string };

export interface CohortPlanContext extends ProjectLookups {
  readonly project: QueryProject;
  readonly now: Date;
}

/** Filters of events by properties of persons are about the persons as they are now, as in PostHog. */
const AS_PERSONS_ARE_NOW: QueryModifiers = {
  personsOnEventsMode: 'person_id_override_properties_joined',
};

/** A calculation has no cap of rows (`docs/wire/hogql-security.md#context-limits`). */
const ALL_ROWS = 1_000_000_000;

/**
 * Criteria → guarded ClickHouse SQL of one column: the person ids as text. A query reads what any other one of
 * the project reads: also its views, its data-warehouse tables and its joins.
 *
 * @throws HogQLError for criteria that cannot be said in HogQL
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
