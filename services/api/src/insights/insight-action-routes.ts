import { insightBasicSchema, insightCancelSchema, insightsViewedSchema } from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import { z } from 'zod';
import { createHistoryRoutes } from '../activity-log/history-routes';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { bulkTagsRoute, NO_OBJECT } from '../bulk-tags-route';
import { toWireError } from '../query/query-error';
import { found, peopleOf } from '../resource';
import type { InsightRouteDeps } from './deps';
import { DETAIL, insightParams, LIST, READ, WRITE } from './deps';
import { insightBasicBody, insightPeople } from './insight-body';

const LAST_VIEWED = 5;

/** Further routes of insights. Mounted before the routes of one insight, whose `:id` would match these paths, too. */
export function createInsightActionRoutes(deps: InsightRouteDeps): readonly ProjectRoute[] {
  const { insights, tiles, users, engine } = deps;
  return [
    projectRoute({
      name: 'insights_my_last_viewed_retrieve',
      summary: 'List the insights that you viewed recently',
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
    bulkTagsRoute({
      name: 'insights_bulk_update_tags_create',
      summary: 'Add, remove or set tags of many insights',
      path: `${LIST}bulk_update_tags/`,
      access: WRITE,
      change: async ({ project, user }, id, tagsOf) =>
        (await insights.update(project.id, user.id, { id }, { tagsOf })) ?? NO_OBJECT,
    }),
    projectRoute({
      name: 'insights_viewed_create_many',
      summary: 'Record that insights were viewed',
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
      summary: 'Record that an insight was viewed',
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
    ...createHistoryRoutes(deps, {
      scope: 'Insight',
      names: ['insights_all_activity_retrieve', 'insights_activity_retrieve'],
      summaries: ['History of all insights', 'History of an insight'],
      path: LIST,
      params: insightParams,
      find: (projectId, { id }) => insights.find(projectId, id),
    }),
  ];
}
