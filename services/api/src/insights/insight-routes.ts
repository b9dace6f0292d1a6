import type { InsightWrite } from '@tidemark/contracts';
import {
  insightBasicSchema,
  insightRefreshMode,
  insightSchema,
  insightWriteSchema,
  pageOf,
} from '@tidemark/contracts';
import type { DashboardTile, Insight, Project } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectCaller } from '../auth/access';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { checkDashboards } from './check-dashboards';
import { dashboardOverrides, tileParameters } from './dashboard-overrides';
import { defaultPage, pageBody } from '../page-query';
import { isTrue } from '../query-parameters';
import { found, peopleOf } from '../resource';
import type { InsightRouteDeps } from './deps';
import { DETAIL, insightParams, LIST, READ, WRITE } from './deps';
import { shownQuery } from './effective-query';
import type { InsightOutcome } from './insight-body';
import { insightBasicBody, insightBody, insightPeople } from './insight-body';
import { toInsightFields } from './insight-fields';
import { insightListParameters, insightListQuery } from './insight-list-query';
import { checkOverrides, insightOutcome, insightResponse } from './insight-result';
import { booleanParameter, parameter } from '../query-parameters';
import { unsupportedDestroyRoute, updateRoutes } from '../resource-routes';

const eitherSchema = z.union([insightSchema, insightBasicSchema]);

/** The parameters for the result that an insight is shown with. */
const resultQuery = z.object({
  basic: booleanParameter('Excludes the query and its result.'),
  refresh: parameter('How a stored result is used, as in queries.'),
  from_dashboard: parameter(
    'The id of a dashboard that contains the insight; its filters are applied.',
  ),
  client_query_id: parameter('The id by which the computation can be cancelled.'),
  filters_override: parameter("JSON: filters in place of the query's."),
  variables_override: parameter("JSON: variables in place of the query's."),
});

/** Saved queries with their results. */
export function createInsightRoutes(deps: InsightRouteDeps): readonly ProjectRoute[] {
  const { insights, dashboards, tiles, users } = deps;

  /** The insight, without its result if the query string requests the basic form. */
  const shown = async (caller: ProjectCaller, insight: Insight, url: URL, signal: AbortSignal) => {
    const { project } = caller;
    const people = await peopleOf(users, [insight], insightPeople);
    const places = await tiles.listPlaces(project.id, [insight.id]);
    if (isTrue(url.searchParams.get('basic'))) return insightBasicBody(insight, people, places);
    const parameters = await parametersOf(project, places, url.searchParams);
    checkOverrides(parameters);
    // Without a requested computation, an insight whose query can no longer be run is shown, so that it can be corrected.
    const computes = insightRefreshMode(parameters.get('refresh')) !== 'force_cache';
    const outcome = computes
      ? { response: await insightResponse(deps, caller, insight, parameters, signal) }
      : await insightOutcome(deps, caller, insight, parameters, signal);
    return bodyOf(insight, people, places, parameters, outcome);
  };

  /** The overrides of the dashboard in `from_dashboard`. @throws ApiError 404 if the insight is not on it */
  const parametersOf = async (
    project: Project,
    places: readonly DashboardTile[],
    parameters: URLSearchParams,
  ) => {
    const text = parameters.get('from_dashboard') ?? '';
    if (text === '') return parameters;
    const tile = found(places.find(({ dashboardId }) => String(dashboardId) === text));
    const dashboard = found(await dashboards.find(project.id, tile.dashboardId));
    return tileParameters(dashboardOverrides(dashboard, parameters), tile, parameters);
  };

  /** @throws ApiError 400 for an invalid query, and for a dashboard that the project does not have */
  const fieldsOf = async (project: Project, body: InsightWrite) => {
    const fields = toInsightFields(body);
    await checkDashboards(dashboards, project.id, fields.dashboardIds ?? [], 'dashboards');
    return fields;
  };

  const updates = updateRoutes('insights', {
    summary: 'Change or restore an insight',
    query: resultQuery,
    path: DETAIL,
    access: WRITE,
    params: insightParams,
    body: insightWriteSchema,
    response: eitherSchema,
    async handle({ caller, params: { id }, body, url, signal }) {
      const { project, user } = caller;
      const fields = await fieldsOf(project, body);
      const insight = found(await insights.update(project.id, user.id, id, fields));
      return shown(caller, insight, url, signal);
    },
  });

  return [
    projectRoute({
      name: 'insights_list',
      summary: 'List saved insights with their stored results',
      method: 'GET',
      path: LIST,
      access: READ,
      query: insightListParameters.extend(resultQuery.shape),
      response: pageOf(eitherSchema),
      async handle({ caller, url, signal }) {
        const { project, user } = caller;
        const parameters = url.searchParams;
        const page = defaultPage(url);
        const query = insightListQuery(parameters, { project, userId: user.id, now: deps.now() });
        const listed = await insights.list(project.id, { ...query, page });
        const people = await peopleOf(users, listed.rows, insightPeople);
        const ids = listed.rows.map(({ id }) => id);
        const places = await tiles.listPlaces(project.id, ids);
        if (isTrue(parameters.get('basic'))) {
          return pageBody(url, page, listed, (row) => insightBasicBody(row, people, places));
        }
        checkOverrides(parameters);
        const outcomes = new Map<number, InsightOutcome>();
        // One after the other: a list must not take all of the project's turns.
        for (const row of listed.rows) {
          outcomes.set(row.id, await insightOutcome(deps, caller, row, parameters, signal));
        }
        return pageBody(url, page, listed, (row) =>
          bodyOf(row, people, places, parameters, outcomes.get(row.id) ?? { response: null }),
        );
      },
    }),
    projectRoute({
      name: 'insights_create',
      summary: 'Save an insight',
      method: 'POST',
      path: LIST,
      access: WRITE,
      query: resultQuery,
      status: 201,
      body: insightWriteSchema,
      response: eitherSchema,
      async handle({ caller, body, url, signal }) {
        const { project, user } = caller;
        const insight = await insights.create(project.id, user.id, await fieldsOf(project, body));
        return shown(caller, insight, url, signal);
      },
    }),
    projectRoute({
      name: 'insights_retrieve',
      summary: 'Read an insight and its result',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params: insightParams,
      query: resultQuery,
      response: eitherSchema,
      async handle({ caller, params: { id }, url, signal }) {
        return shown(caller, found(await insights.find(caller.project.id, id)), url, signal);
      },
    }),
    ...updates,
    unsupportedDestroyRoute('insights', {
      summary: 'Not supported: insights are deleted by a change',
      path: DETAIL,
      access: WRITE,
    }),
  ];
}

/** The body of an insight with the query that was run. */
function bodyOf(
  insight: Insight,
  people: Parameters<typeof insightBody>[1],
  places: readonly DashboardTile[],
  parameters: URLSearchParams,
  outcome: InsightOutcome,
) {
  const query = shownQuery(insight.query, parameters, outcome);
  return insightBody({ ...insight, query }, people, places, outcome);
}
