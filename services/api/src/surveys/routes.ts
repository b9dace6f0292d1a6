import type { QueryEngine } from '@tidemark/query-engine';
import type { ActivityPageDeps } from '../activity-log/activity-page';
import type { ProjectRoute } from '../auth/routes';
import { createSurveyActivityRoutes } from './survey-history-routes';
import type { SurveyRouteDeps } from './survey-routes';
import { createSurveyRoutes } from './survey-routes';
import { createSurveyStatsRoutes } from './survey-stats-routes';

/** The routes for surveys. */
export function createSurveysRoutes(
  deps: SurveyRouteDeps & ActivityPageDeps & { readonly engine: QueryEngine },
): readonly ProjectRoute[] {
  return [
    // These come before the routes of one survey, whose `:id` would match their paths too.
    ...createSurveyStatsRoutes(deps),
    ...createSurveyActivityRoutes(deps),
    ...createSurveyRoutes(deps),
  ];
}
