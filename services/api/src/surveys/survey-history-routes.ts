import type { SurveyRepository } from '@tidemark/postgres';
import { z } from 'zod';
import type { ActivityPageDeps } from '../activity-log/activity-page';
import { createHistoryRoutes } from '../activity-log/history-routes';
import type { ProjectRoute } from '../auth/routes';
import { isUuid } from '../uuid';

/** The changes of surveys with their authors. */
export function createSurveyActivityRoutes(
  deps: ActivityPageDeps & { readonly surveys: Pick<SurveyRepository, 'findById'> },
): readonly ProjectRoute[] {
  return createHistoryRoutes(deps, {
    scope: 'Survey',
    names: ['surveys_all_activity', 'surveys_activity'],
    summaries: ['History of all surveys', 'History of a survey'],
    path: '/surveys/',
    params: z.object({ id: z.string().refine(isUuid) }),
    find: (projectId, { id }) => deps.surveys.findById(projectId, id),
  });
}
