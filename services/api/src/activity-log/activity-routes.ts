import type { ActivityScope } from '@tidemark/contracts';
import {
  activityFiltersSchema,
  activityLogQuerySchema,
  activityPageSchema,
  advancedActivityQuerySchema,
} from '@tidemark/contracts';
import { permissionDenied } from '@tidemark/platform';
import type { ReadPlace } from '@tidemark/postgres';
import type { ProjectCaller } from '../auth/access';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { activityFilter, advancedActivityFilter, asksForOrganization } from './activity-filter';
import type { ActivityPageDeps } from './activity-page';
import { activityPage } from './activity-page';

const access = { scope: 'activity_log:read' } as const;

/**
 * The histories of each kind of item and of the whole project (`docs/wire/api.md#activity-log`). Changes of the
 * organization are visible only to users who may see all of it.
 */
export function createActivityLogRoutes(
  deps: ActivityPageDeps & { readonly now: () => Date },
): readonly ProjectRoute[] {
  const clockOf = ({ project: { timezone } }: ProjectCaller) => ({ now: deps.now(), timezone });
  return [
    projectRoute({
      name: 'activity_log_list',
      summary: 'History of the project',
      method: 'GET',
      path: '/activity_log/',
      access,
      query: activityLogQuerySchema,
      response: activityPageSchema,
      handle({ caller, query: { limit, page, page_size: size, ...asked }, url }) {
        const filter = activityFilter(asked, clockOf(caller));
        const place = placeOf(caller, filter, asked.include_organization_scoped === '1');
        const sizeName = size === undefined ? 'limit' : 'page_size';
        return activityPage(deps, {
          ...{ place, filter, page, url, sizeName },
          limit: size ?? limit,
          withCount: true,
        });
      },
    }),
    projectRoute({
      name: 'advanced_activity_logs_list',
      summary: 'History of the project by several filters',
      method: 'GET',
      path: '/advanced_activity_logs/',
      access,
      query: advancedActivityQuerySchema,
      response: activityPageSchema,
      handle({ caller, query, url }) {
        const { page, page_size: limit } = query;
        const filter = {
          ...advancedActivityFilter(query, clockOf(caller)),
          ...(query.was_impersonated === true && { activities: [] }),
        };
        const place = placeOf(caller, {}, query.include_organization_scoped === '1');
        return activityPage(deps, {
          ...{ place, filter, limit, page, url },
          sizeName: 'page_size',
          withCount: true,
        });
      },
    }),
    projectRoute({
      name: 'advanced_activity_logs_available_filters_retrieve',
      summary: 'The values of filters that occur in the history',
      method: 'GET',
      path: '/advanced_activity_logs/available_filters/',
      access,
      query: advancedActivityQuerySchema.pick({ include_organization_scoped: true }),
      response: activityFiltersSchema,
      async handle({ caller, query }) {
        const place = placeOf(caller, {}, query.include_organization_scoped === '1');
        const { userIds, scopes, activities } = await deps.activities.values(place);
        const users = await deps.users.findMany(userIds);
        return {
          static_filters: {
            users: [...users.values()].map(({ uuid, firstName, email }) => ({
              value: uuid,
              label: firstName === '' ? email : firstName,
            })),
            scopes: scopes.map((value) => ({ value })),
            activities: activities.map((value) => ({ value })),
          },
          detail_fields: {},
        };
      },
    }),
  ];
}

/** @throws ApiError 403 if a key that is limited to projects asks for changes of the organization */
function placeOf(
  { project, key }: ProjectCaller,
  filter: { readonly scopes?: readonly ActivityScope[] },
  withOrganization: boolean,
): ReadPlace {
  const { id: projectId, organizationId } = project;
  const isShared = asksForOrganization(filter);
  if (!isShared && !withOrganization) return { projectId };
  if (key.scopedTeams.length > 0) {
    const what = isShared ? `'${filter.scopes?.[0]}'` : 'the organization';
    throw permissionDenied(`A key that is limited to projects cannot read the history of ${what}.`);
  }
  return isShared ? { organizationId } : { projectId, organizationId };
}
