import { grants } from '@tidemark/contracts';
import type { Project } from '@tidemark/postgres';
import type { QueryCaller, QueryProject } from '@tidemark/query-engine';
import type { ServerCaller } from '../auth/access';

/**
 * What a query needs to know about its project.
 *
 * @param caller who asks; absent where we ask ourselves, and what needs a scope of its own is not to be had
 */
export function queryProject(project: Project, caller?: Pick<ServerCaller, 'key'>): QueryProject {
  const { id, timezone, weekStartDay, testAccountFilters, pathCleaning, personDisplayNames } =
    project;
  const seesActivityLog = caller !== undefined && grants(caller.key.scopes, 'activity_log:read');
  return {
    id,
    timezone,
    weekStartDay,
    testAccountFilters,
    pathCleaning,
    personDisplayNames,
    ...(seesActivityLog && { seesActivityLog }),
  };
}

/** Who asks, as the query log shows it. */
export function queryCaller(caller: ServerCaller): QueryCaller {
  if (caller.session !== undefined) return { userId: caller.user.id };
  const key = { label: caller.key.label, mask: caller.key.maskValue };
  return caller.user === null ? { key } : { userId: caller.user.id, key };
}
