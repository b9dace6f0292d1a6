import {
  dashboardBasicSchema,
  dashboardCreateSchema,
  dashboardSchema,
  dashboardUpdateSchema,
  pageOf,
} from '@tidemark/contracts';
import type { DashboardCreate } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { Dashboard, Project } from '@tidemark/postgres';
import { UnknownTileError } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectCaller } from '../auth/access';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { bulkTagsRoute, NO_OBJECT } from '../bulk-tags-route';
import { defaultPage, pageBody } from '../page-query';
import { choiceParameter, parameter } from '../query-parameters';
import { found, peopleOf } from '../resource';
import { unsupportedDestroyRoute, updateRoutes } from '../resource-routes';
import { dashboardBasicBody } from './dashboard-body';
import { toDashboardFields, toTileChanges } from './dashboard-fields';
import { dashboardListParameters, dashboardListQuery } from './dashboard-list-query';
import type { DashboardRouteDeps } from './deps';
import { DETAIL, LIST, params, READ, WRITE } from './deps';
import { showDashboard } from './show-dashboard';

/** The parameters for the results that a dashboard is shown with. */
export const resultQuery = z.object({
  refresh: parameter('How stored results are used, as in queries.'),
  filters_override: parameter("JSON: filters over the dashboard's own."),
  variables_override: parameter("JSON: variables over the dashboard's own."),
  layoutSize: choiceParameter('The layout that the tiles are ordered by.', ['sm', 'xs']),
});

/** Dashboards: groups of insights. */
export function createDashboardRoutes(deps: DashboardRouteDeps): readonly ProjectRoute[] {
  const { dashboards, users } = deps;
  const shown = (
    caller: ProjectCaller,
    dashboard: Dashboard | null,
    url: URL,
    signal: AbortSignal,
  ) => showDashboard(deps, caller, found(dashboard), url.searchParams, signal);

  const create = async (project: Project, userId: number, body: DashboardCreate) => {
    const { use_dashboard: sourceId } = body;
    const fields = toDashboardFields(body);
    if (!sourceId) return dashboards.create(project.id, userId, { fields, tiles: [] });
    const source = await dashboards.find(project.id, sourceId);
    if (source === null) {
      throw validationError('invalid_input', 'Invalid value provided', 'use_dashboard');
    }
    const { filters, variables, breakdownColors, dataColorThemeId } = source;
    const copied = { filters, variables, breakdownColors, dataColorThemeId };
    const all = { ...copied, ...fields, creationMode: 'duplicate' };
    return dashboards.duplicate(project.id, userId, all, sourceId);
  };

  const updates = updateRoutes('dashboards', {
    summary: 'Change or restore a dashboard or its tiles',
    path: DETAIL,
    access: WRITE,
    params,
    query: resultQuery,
    body: dashboardUpdateSchema,
    response: dashboardSchema,
    async handle({ caller, params: { id }, body, url, signal }) {
      const { project, user } = caller;
      const change = {
        fields: toDashboardFields(body),
        tiles: toTileChanges(body),
        deletesInsights: body.delete_insights === true,
      };
      try {
        return await shown(
          caller,
          await dashboards.update(project.id, user.id, id, change),
          url,
          signal,
        );
      } catch (error) {
        if (!(error instanceof UnknownTileError)) throw error;
        const detail = `Invalid pk "${error.tileId}" - object does not exist.`;
        throw validationError('does_not_exist', detail, 'tiles');
      }
    },
  });

  return [
    projectRoute({
      name: 'dashboards_list',
      summary: 'List dashboards',
      method: 'GET',
      path: LIST,
      access: READ,
      query: dashboardListParameters,
      response: pageOf(dashboardBasicSchema),
      async handle({ caller: { project }, url }) {
        const page = defaultPage(url);
        const query = { ...dashboardListQuery(url.searchParams), page };
        const listed = await dashboards.list(project.id, query);
        const people = await peopleOf(users, listed.rows, (row) => [row.createdById]);
        return pageBody(url, page, listed, (row) => dashboardBasicBody(row, people));
      },
    }),
    projectRoute({
      name: 'dashboards_create',
      summary: 'Create a dashboard',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      query: resultQuery,
      body: dashboardCreateSchema,
      response: dashboardSchema,
      handle: async ({ caller, body, url, signal }) =>
        shown(caller, await create(caller.project, caller.user.id, body), url, signal),
    }),
    bulkTagsRoute({
      name: 'dashboards_bulk_update_tags_create',
      summary: 'Add, remove or set tags of many dashboards',
      path: `${LIST}bulk_update_tags/`,
      access: WRITE,
      change: async ({ project, user }, id, tagsOf) => {
        const change = { fields: {}, tiles: [], deletesInsights: false, tagsOf };
        return (await dashboards.update(project.id, user.id, id, change)) ?? NO_OBJECT;
      },
    }),
    projectRoute({
      name: 'dashboards_retrieve',
      summary: 'Read a dashboard with its insights and their results',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      query: resultQuery,
      response: dashboardSchema,
      handle: async ({ caller, params: { id }, url, signal }) =>
        shown(caller, await dashboards.visit(caller.project.id, id), url, signal),
    }),
    ...updates,
    unsupportedDestroyRoute('dashboards', {
      summary: 'Not supported: dashboards are deleted by a change',
      path: DETAIL,
      access: WRITE,
    }),
  ];
}
