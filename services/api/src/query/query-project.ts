import type { ScopeObject } from '@tidemark/contracts';
import { grants } from '@tidemark/contracts';
import { SYSTEM_TABLE_OBJECTS } from '@tidemark/hogql';
import type { Project } from '@tidemark/postgres';
import type { QueryCaller, QueryProject } from '@tidemark/query-engine';
import type { ServerCaller } from '../auth/access';

/**
 * The project data that a query needs.
 * @param caller the caller; null for a statement of our own, which reads no table that needs a scope
 */
export function queryProject(project: Project, caller: Scoped | null): QueryProject {
  const { id, timezone, weekStartDay, testAccountFilters, pathCleaning, personDisplayNames } =
    project;
  return {
    id,
    timezone,
    weekStartDay,
    testAccountFilters,
    pathCleaning,
    personDisplayNames,
    ...(caller !== null && { readable: readableBy(caller) }),
  };
}

/** The scopes, which determine the tables that a caller may read. */
interface Scoped {
  readonly key: Pick<ServerCaller['key'], 'scopes'>;
}

function readableBy({ key }: Scoped): readonly ScopeObject[] {
  return SYSTEM_TABLE_OBJECTS.filter((object) => grants(key.scopes, `${object}:read`));
}

/** The caller as the query log shows it. */
export function queryCaller(caller: ServerCaller): QueryCaller {
  if (caller.session !== undefined) return { userId: caller.user.id };
  const key = { label: caller.key.label, mask: caller.key.maskValue };
  return caller.user === null ? { key } : { userId: caller.user.id, key };
}
