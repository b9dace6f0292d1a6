import type { HogQLQueryBody } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import { HogQLError, parseSelect, replaceFilters } from '@tidemark/hogql';
import type { QueryProject } from '../project';
import type { ProjectLookups } from './lookups';
import { fillVariables } from './variables';

/** The context for filling in filters. */
interface FilterContext {
  readonly project: QueryProject;
  readonly lookups: ProjectLookups;
  readonly now: Date;
  /** Absent if the response has no place for warnings. */
  readonly warn?: (text: string) => void;
}

/** The statement of a `HogQLQuery`, with `{filters}` and `{variables.x}` filled in. @throws HogQLError */
export async function statementOf(
  { query, filters, values, variables, connectionId }: HogQLQueryBody,
  { now, project, lookups, warn }: FilterContext,
): Promise<Statement> {
  if ((connectionId ?? null) !== null) {
    throw new HogQLError(
      'hogql_not_implemented',
      'Connections to other databases (connectionId) are not supported',
    );
  }
  const statement = await fillVariables(parseSelect(query), variables ?? {}, (names) =>
    lookups.findVariables(project.id, names),
  );
  if (Object.hasOwn(values ?? {}, 'filters')) {
    if ((filters ?? null) === null) return statement;
    throw new HogQLError(
      'hogql_query_error',
      "A query can have either 'filters' or a placeholder value called 'filters', not both",
    );
  }
  return replaceFilters(statement, {
    filters: filters ?? {},
    testAccountFilters: project.testAccountFilters ?? [],
    pathCleaning: project.pathCleaning ?? [],
    now,
    timezone: project.timezone,
    weekStartDay: project.weekStartDay,
    ...(warn !== undefined && { warn }),
  });
}
