import type { CohortFilters } from '@tidemark/contracts';
import type { CompiledQuery, Statement } from '@tidemark/hogql';
import {
  actionsOfCohort,
  cohortStatement,
  compileStatement,
  membersStatement,
  parseSelect,
  referencedActions,
} from '@tidemark/hogql';
import type { ProjectLookups } from '../plan/lookups';
import { loadMetadata } from '../plan/metadata';
import { loadPropertyTypes, propertyNames } from '../plan/property-types';
import type { QueryProject } from '../project';

/** What decides who is in a cohort. */
export type CohortCriteria =
  | { readonly filters: CohortFilters }
  /** HogQL whose rows name persons. */
  | { readonly query: string };

export interface CohortPlanContext extends ProjectLookups {
  readonly project: QueryProject;
  readonly now: Date;
}

/** A calculation has no cap of rows (`wire/hogql.md` §6). */
const ALL_ROWS = 1_000_000_000;

/**
 * Criteria → guarded ClickHouse SQL of one column: the person ids as text.
 *
 * @throws HogQLError for criteria that cannot be said in HogQL
 */
export async function planCohort(
  criteria: CohortCriteria,
  context: CohortPlanContext,
): Promise<CompiledQuery> {
  const { project, now } = context;
  const actionIds =
    'filters' in criteria
      ? actionsOfCohort(criteria.filters)
      : referencedActions(parseSelect(criteria.query));
  const actions = await context.findActions(project.id, actionIds);
  const cohorts = await context.findCohorts(project.id);

  const compile = async (statement: Statement): Promise<CompiledQuery> =>
    compileStatement(statement, {
      ...(await loadMetadata(context.metadata, project, statement)),
      projectId: project.id,
      propertyTypes: await loadPropertyTypes(
        context.findPropertyTypes,
        project.id,
        propertyNames({ statement, values: {}, actions }),
      ),
      timezone: project.timezone,
      weekStartDay: project.weekStartDay === 1 ? 1 : 0,
      now,
      actions,
      cohorts,
      defaultLimit: ALL_ROWS,
      maxRows: ALL_ROWS,
    });

  if ('filters' in criteria) return compile(cohortStatement(criteria.filters, now));
  const query = parseSelect(criteria.query);
  const { columns } = await compile(query);
  return compile(membersStatement(query, columns));
}
