import { activityLogQuerySchema, activityPageSchema } from '@tidemark/contracts';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import type { ActivityPageDeps } from './activity-page';
import { activityPage } from './activity-page';

/** Histories of every kind of thing that has one (`wire/actions.md` §1). */
export function createActivityLogRoutes(deps: ActivityPageDeps): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'activity_log_list',
      summary: 'History of the project',
      method: 'GET',
      path: '/activity_log/',
      access: { scope: 'activity_log:read' },
      query: activityLogQuerySchema,
      response: activityPageSchema,
      handle: ({ caller: { project }, query: { item_id: itemId, ...query }, url }) =>
        activityPage(deps, {
          projectId: project.id,
          ...query,
          ...(itemId !== undefined && { itemId }),
          url,
        }),
    }),
  ];
}
