import { activityPageSchema, activityQuerySchema } from '@tidemark/contracts';
import { groupItemId } from '@tidemark/postgres';
import type { ActivityPageDeps } from '../activity-log/activity-page';
import { activityPage } from '../activity-log/activity-page';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { found } from '../resource';
import { groupNamed, groupQuery } from './group-parameters';
import type { GroupRouteDeps } from './group-routes';
import { storable } from './group-routes';

/** `groups/activity/`: who changed a group by hand, and how. What events say of it is no part of it. */
export function createGroupActivityRoutes(
  deps: ActivityPageDeps & Pick<GroupRouteDeps, 'groups'>,
): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'groups_activity_retrieve',
      summary: 'History of a group',
      method: 'GET',
      path: '/groups/activity/',
      access: { scope: 'activity_log:read' },
      query: groupQuery.extend(activityQuerySchema.shape),
      response: activityPageSchema,
      async handle({ caller: { project }, query: { limit, page }, url }) {
        const { index, key } = groupNamed(url.searchParams);
        const [group] = await deps.groups.findMany(project.id, index, [storable(key)]);
        const itemId = groupItemId(found(group));
        return activityPage(deps, {
          place: { projectId: project.id },
          filter: { scopes: ['Group'], itemId },
          limit,
          page,
          url,
        });
      },
    }),
  ];
}
