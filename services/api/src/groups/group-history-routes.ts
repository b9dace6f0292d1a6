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

/** `groups/activity/`: the manual changes of a group and their authors. Changes by events are not included. */
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
          filter: { scopes: ['Group'], itemIds: [itemId] },
          limit,
          page,
          url,
        });
      },
    }),
  ];
}
