import {
  activityPageSchema,
  activityQuerySchema,
  insightBasicSchema,
  insightCancelSchema,
  insightsViewedSchema,
} from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import { z } from 'zod';
import { activityPage } from '../activity-log/activity-page';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { toWireError } from '../query/query-error';
import { found, peopleOf } from '../resource';
import type { InsightRouteDeps } from './deps';
import { DETAIL, insightParams, LIST, READ } from './deps';
import { insightBasicBody, insightPeople } from './insight-body';

const HISTORY = { scope: 'activity_log:read' } as const;
const LAST_VIEWED = 5;
const scope = 'Insight';

/** What is done with insights beside the resource. Before its routes, whose id would take their names. */
export function createInsightActionRoutes(deps: InsightRouteDeps): readonly ProjectRoute[] {
  const { insights, tiles, users, engine } = deps;
  return [
    projectRoute({
      name: 'insights_my_last_viewed_retrieve',
      summary: 'The insights looked at last',
      method: 'GET',
      path: `${LIST}my_last_viewed/`,
      access: READ,
      response: z.array(insightBasicSchema),
      async handle({ caller: { project, user } }) {
        const viewed = await insights.listViewed(project.id, user.id, LAST_VIEWED);
        const people = await peopleOf(users, viewed, insightPeople);
        const places = await tiles.listPlaces(
          project.id,
          viewed.map(({ id }) => id),
        );
        return viewed.map((insight) => insightBasicBody(insight, people, places));
      },
    }),
    projectRoute({
      name: 'insights_viewed_create_many',
      summary: 'Note that insights were looked at',
      method: 'POST',
      path: `${LIST}viewed/`,
      access: READ,
      body: insightsViewedSchema,
      status: 201,
      async handle({ caller: { project, user }, body }) {
        await insights.noteViews(project.id, user.id, body.insight_ids);
      },
    }),
    projectRoute({
      name: 'insights_viewed_create',
      summary: 'Note that an insight was looked at',
      method: 'POST',
      path: `${DETAIL}viewed/`,
      access: READ,
      params: insightParams,
      status: 201,
      async handle({ caller: { project, user }, params: { id } }) {
        const insight = found(await insights.find(project.id, id));
        if ((await insights.noteViews(project.id, user.id, [insight.id])) === 0) throw notFound();
      },
    }),
    projectRoute({
      name: 'insights_cancel_create',
      summary: 'Cancel the query of an insight',
      method: 'POST',
      path: `${LIST}cancel/`,
      access: READ,
      body: insightCancelSchema,
      status: 201,
      async handle({ caller: { project }, body }) {
        try {
          await engine.cancel(project.id, body.client_query_id);
        } catch (error) {
          throw toWireError(error, '');
        }
      },
    }),
    projectRoute({
      name: 'insights_all_activity_retrieve',
      summary: 'History of all insights',
      method: 'GET',
      path: `${LIST}activity/`,
      access: HISTORY,
      query: activityQuerySchema,
      response: activityPageSchema,
      handle: ({ caller: { project }, query, url }) =>
        activityPage(deps, { projectId: project.id, scope, ...query, url }),
    }),
    projectRoute({
      name: 'insights_activity_retrieve',
      summary: 'History of an insight',
      method: 'GET',
      path: `${DETAIL}activity/`,
      access: HISTORY,
      params: insightParams,
      query: activityQuerySchema,
      response: activityPageSchema,
      async handle({ caller: { project }, params: { id }, query, url }) {
        const insight = found(await insights.find(project.id, id));
        const itemId = String(insight.id);
        return activityPage(deps, { projectId: project.id, scope, itemId, ...query, url });
      },
    }),
  ];
}
