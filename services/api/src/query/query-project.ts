import type { Project } from '@tidemark/postgres';
import type { QueryCaller, QueryProject } from '@tidemark/query-engine';
import type { ProjectCaller } from '../auth/access';

/** What a query needs to know about its project. */
export function queryProject(project: Project): QueryProject {
  const { id, timezone, weekStartDay, testAccountFilters } = project;
  return { id, timezone, weekStartDay, testAccountFilters };
}

/** Who asks, as the query log shows it. */
export function queryCaller(caller: ProjectCaller): QueryCaller {
  const userId = caller.user.id;
  if (caller.session !== undefined) return { userId };
  return { userId, key: { label: caller.key.label, mask: caller.key.maskValue } };
}
