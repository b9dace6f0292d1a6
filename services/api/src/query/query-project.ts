import type { Project } from '@tidemark/postgres';
import type { QueryProject } from '@tidemark/query-engine';

/** What a query needs to know about its project. */
export function queryProject(project: Project): QueryProject {
  const { id, timezone, weekStartDay, testAccountFilters } = project;
  return { id, timezone, weekStartDay, testAccountFilters };
}
