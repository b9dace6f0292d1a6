import { surveyCountsSchema, surveyStatsQuerySchema, surveyStatsSchema } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { SurveyRepository } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { isUuid } from '../uuid';
import { wireTimeOrNull } from '../wire-time';
import type { SurveyPeriod } from './survey-counts';
import { countResponses, countSurveyEvents } from './survey-counts';
import { surveyStats } from './survey-stats';
import { parameter } from '../query-parameters';
import { found } from '../resource';

const access = { scope: 'survey:read' } as const;

const countsQuery = z.object({
  survey_ids: parameter('Ids, separated by commas. Default: all surveys.'),
});

/** The routes for statistics of survey responses, from the events that SDKs send. */
export function createSurveyStatsRoutes(deps: {
  readonly surveys: Pick<SurveyRepository, 'findById' | 'list'>;
  readonly engine: QueryEngine;
}): readonly ProjectRoute[] {
  const { surveys, engine } = deps;
  const all = async (projectId: number) =>
    (await surveys.list(projectId, { page: { limit: null, offset: 0 } })).rows;

  return [
    projectRoute({
      name: 'surveys_responses_count',
      summary: 'Count the responses to each survey',
      method: 'GET',
      path: '/surveys/responses_count/',
      access,
      query: countsQuery,
      response: surveyCountsSchema,
      async handle({ caller: { project }, url, signal }) {
        const asked = listOf(url.searchParams.get('survey_ids'));
        const ids = (await all(project.id)).map(({ id }) => id);
        const counted = asked.length === 0 ? ids : ids.filter((id) => asked.includes(id));
        return counted.length === 0 ? {} : countResponses(engine, project, counted, signal);
      },
    }),
    projectRoute({
      name: 'surveys_all_stats',
      summary: 'Statistics of the responses to all surveys',
      method: 'GET',
      path: '/surveys/stats/',
      access,
      query: surveyStatsQuerySchema,
      response: surveyStatsSchema,
      async handle({ caller: { project }, query, signal }) {
        checkPeriod(query);
        const live = (await all(project.id)).filter(({ archived }) => !archived);
        if (live.length === 0) return { stats: {}, rates: surveyStats([], 0).rates };
        const ids = live.map(({ id }) => id);
        const { counts, bothPersons } = await countSurveyEvents(
          engine,
          project,
          ids,
          query,
          signal,
        );
        return surveyStats(counts, bothPersons);
      },
    }),
    projectRoute({
      name: 'surveys_stats',
      summary: 'Statistics of the responses to a survey',
      method: 'GET',
      path: '/surveys/:id/stats/',
      access,
      params: z.object({ id: z.string().refine(isUuid) }),
      query: surveyStatsQuerySchema,
      response: surveyStatsSchema,
      async handle({ caller: { project }, params: { id }, query, signal }) {
        checkPeriod(query);
        const survey = found(await surveys.findById(project.id, id));
        const { counts, bothPersons } = await countSurveyEvents(
          engine,
          project,
          [survey.id],
          query,
          signal,
        );
        return {
          ...surveyStats(counts, bothPersons),
          survey_id: survey.id,
          start_date: wireTimeOrNull(survey.startDate),
          end_date: wireTimeOrNull(survey.endDate),
        };
      },
    }),
  ];
}

function listOf(text: string | null): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((id) => id.trim().toLowerCase())
    .filter((id) => id !== '');
}

/** @throws ApiError 400 */
function checkPeriod({ date_from: from, date_to: to }: SurveyPeriod): void {
  if (from === undefined || to === undefined || from <= to) return;
  throw validationError('invalid_input', 'date_from must be before date_to');
}
