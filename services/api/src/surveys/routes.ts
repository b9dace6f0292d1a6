import type { QueryEngine } from '@tidemark/query-engine';
import type { ActivityPageDeps } from '../activity-log/activity-page';
import type { ProjectRoute } from '../auth/routes';
import { createSurveyActivityRoutes } from './survey-history-routes';
import type { SurveyRouteDeps } from './survey-routes';
import { createSurveyRoutes } from './survey-routes';
import { createSurveyStatsRoutes } from './survey-stats-routes';

/** Everything about surveys. */
export function createSurveysRoutes(
  deps: SurveyRouteDeps & ActivityPageDeps & { readonly engine: QueryEngine },
): readonly ProjectRoute[] {
  return [
    // Before the routes of one survey, whose id would take their names.
    ...createSurveyStatsRoutes(deps),
    ...createSurveyActivityRoutes(deps),
    ...createSurveyRoutes(deps),
  ];
}
