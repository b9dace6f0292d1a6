import { activityPageSchema, activityQuerySchema } from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import type { SurveyRepository } from '@tidemark/postgres';
import { z } from 'zod';
import type { ActivityPageDeps } from '../activity-log/activity-page';
import { activityPage } from '../activity-log/activity-page';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { isUuid } from '../cohorts/uuid';

const access = { scope: 'activity_log:read' } as const;
const scope = 'Survey';

/** Who changed which survey, and what. */
export function createSurveyActivityRoutes(
  deps: ActivityPageDeps & { readonly surveys: Pick<SurveyRepository, 'findById'> },
): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'surveys_all_activity',
      summary: 'History of all surveys',
      method: 'GET',
      path: '/surveys/activity/',
      access,
      query: activityQuerySchema,
      response: activityPageSchema,
      handle: ({ caller: { project }, query, url }) =>
        activityPage(deps, { projectId: project.id, scope, ...query, url }),
    }),
    projectRoute({
      name: 'surveys_activity',
      summary: 'History of a survey',
      method: 'GET',
      path: '/surveys/:id/activity/',
      access,
      params: z.object({ id: z.string().refine(isUuid) }),
      query: activityQuerySchema,
      response: activityPageSchema,
      async handle({ caller: { project }, params: { id }, query, url }) {
        if ((await deps.surveys.findById(project.id, id)) === null) throw notFound();
        return activityPage(deps, { projectId: project.id, scope, itemId: id, ...query, url });
      },
    }),
  ];
}
