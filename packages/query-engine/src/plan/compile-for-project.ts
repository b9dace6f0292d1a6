import type {
  ActionDefinition,
  CompileContext,
  CompiledQuery,
  QueryModifiers,
  Statement,
} from '@tidemark/hogql';
import { compileStatement, referencedActions, referencesCohorts } from '@tidemark/hogql';
import type { QueryProject } from '../project';
import type { ProjectLookups } from './lookups';
import { loadJoins } from './joins';
import { loadMetadata } from './metadata';
import { loadPropertyTypes, propertyNames } from './property-types';
import type { AssumedTexts } from './text-properties';
import { loadTextProperties } from './text-properties';
import { requireTables } from './table-access';
import { withViews } from './views';

export interface ProjectCompilation {
  readonly project: QueryProject;
  readonly lookups: ProjectLookups;
  readonly now: Date;
  /** Events that were stored later are not read. */
  readonly storedUntil?: Date | undefined;
  /** Events that were stored earlier are not read. */
  readonly storedAfter?: Date | undefined;
  /** The values of `{name}` placeholders. */
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  readonly modifiers?: QueryModifiers | undefined;
  /**
   * The set to which properties that are assumed to be text are added; absent for no such assumption. The caller that
   * runs the statement must then call `stillTexts`.
   */
  readonly assumedTexts?: AssumedTexts | undefined;
  readonly defaultLimit: number;
  readonly maxRows: number;
}

type Actions = CompileContext['actions'];

/**
 * Statement → guarded ClickHouse SQL with bound parameters. The project's definitions that it depends on are read
 * first.
 *
 * @throws HogQLError for any error in the statement.
 * @throws QueryError 403 for a table whose scope the caller lacks
 */
export async function compileForProject(
  written: Statement,
  { project, lookups, values = {}, assumedTexts, ...context }: ProjectCompilation,
): Promise<CompiledQuery> {
  const statement = await withViews(lookups.metadata, project.id, written);
  const { joins, reads } = await loadJoins(lookups.metadata, project.id, statement);
  const references = referencedActions(reads);
  const actions: Actions =
    references.length === 0 ? new Map() : await lookups.findActions(project.id, references);
  const needsCohorts = referencesCohorts(reads) || [...actions.values()].some(asksCohorts);
  const names = propertyNames({ statement: reads, values, actions });
  const [metadata, propertyTypes, isTextProperty, cohorts] = await Promise.all([
    loadMetadata(lookups.metadata, project, reads),
    loadPropertyTypes(lookups.findPropertyTypes, project.id, names),
    assumedTexts && loadTextProperties(lookups.findValues, project.id, names, assumedTexts),
    needsCohorts ? lookups.findCohorts(project.id) : [],
  ]);
  const compiled = compileStatement(statement, {
    ...context,
    ...metadata,
    joins,
    projectId: project.id,
    propertyTypes,
    isTextProperty,
    timezone: project.timezone,
    weekStartDay: project.weekStartDay === 1 ? 1 : 0,
    actions,
    cohorts,
    values,
  });
  // Conditions inside actions and cohorts are parsed during compilation: their tables have not been checked yet.
  requireTables(project, compiled.tableNames);
  return compiled;
}

/** Filters in an action can refer to cohorts, and contain whole conditions. */
function asksCohorts(action: ActionDefinition | 'ambiguous'): boolean {
  if (action === 'ambiguous') return false;
  const filters = action.steps.flatMap((step) => step.properties ?? []);
  return filters.some(({ type }) => typeof type === 'string' && /cohort|hogql/.test(type));
}
