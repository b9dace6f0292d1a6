import { activityLogQuerySchema, activityPageSchema } from '@tidemark/contracts';
import { permissionDenied } from '@tidemark/platform';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { activityFilter, asksForOrganization } from './activity-filter';
import type { ActivityPageDeps } from './activity-page';
import { activityPage } from './activity-page';

/**
 * The histories of each kind of item and of the whole project (`docs/wire/api.md#activity-log`). Changes of the
 * organization are visible only to users who may see all of it.
 */
export function createActivityLogRoutes(
  deps: ActivityPageDeps & { readonly now: () => Date },
): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'activity_log_list',
      summary: 'History of the project',
      method: 'GET',
      path: '/activity_log/',
      access: { scope: 'activity_log:read' },
      query: activityLogQuerySchema,
      response: activityPageSchema,
      handle({ caller, query: { limit, page, ...asked }, url }) {
        const { id: projectId, organizationId, timezone } = caller.project;
        const filter = activityFilter(asked, { now: deps.now(), timezone });
        const isShared = asksForOrganization(filter);
        if (isShared && caller.key.scopedTeams.length > 0) {
          throw permissionDenied(
            `A key that is limited to projects cannot read the history of '${filter.scopes?.[0]}'.`,
          );
        }
        const place = isShared ? { organizationId } : { projectId };
        return activityPage(deps, { place, filter, limit, page, url });
      },
    }),
  ];
}
