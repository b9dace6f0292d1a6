import { pageOf, surveyCreateSchema, surveySchema, surveyUpdateSchema } from '@tidemark/contracts';
import type { SurveyWrite } from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
import type {
  FeatureFlagRepository,
  Survey,
  SurveyRepository,
  UserRepository,
} from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { isUuid } from '../cohorts/uuid';
import type { AnnounceChange } from '../definitions';
import { defaultPage, pageBody } from '../page-query';
import { surveyBody, toSurveyFields } from './survey-body';

const LIST = '/surveys/';
const DETAIL = '/surveys/:id/';
const READ = { scope: 'survey:read' } as const;
const WRITE = { scope: 'survey:write' } as const;
const params = z.object({ id: z.string().refine(isUuid) });

/** Management of surveys (`wire/flags.md` §8.4). Every write is announced once committed. */
export function createSurveyRoutes(deps: {
  readonly surveys: SurveyRepository;
  readonly flags: Pick<FeatureFlagRepository, 'findById'>;
  readonly users: UserRepository;
  readonly announceChange: AnnounceChange;
}): readonly ProjectRoute[] {
  const { surveys, flags, users } = deps;

  const shown = async (survey: Survey) =>
    surveyBody(
      survey,
      survey.createdById === null ? null : await users.findById(survey.createdById),
    );
  const saved = async (survey: Survey | null) => {
    if (survey === null) throw notFound();
    // Edges keep surveys beside the flags they ask about.
    await deps.announceChange(survey.projectId, 'feature_flags');
    return shown(survey);
  };
  const checkFlags = async (projectId: number, body: SurveyWrite): Promise<void> => {
    for (const name of ['linked_flag_id', 'targeting_flag_id'] as const) {
      const id = body[name] ?? null;
      if (id === null || (await flags.findById(projectId, id))?.deleted === false) continue;
      throw validationError('invalid_input', 'Feature Flag with this ID does not exist', name);
    }
  };

  const update = (name: string, method: 'PATCH' | 'PUT') =>
    projectRoute({
      name,
      summary: 'Change fields of a survey',
      method,
      path: DETAIL,
      access: WRITE,
      params,
      body: surveyUpdateSchema,
      response: surveySchema,
      async handle({ caller: { project }, params: { id }, body }) {
        await checkFlags(project.id, body);
        return saved(await surveys.update(project.id, id, toSurveyFields(body)));
      },
    });

  return [
    projectRoute({
      name: 'surveys_list',
      summary: 'List surveys',
      method: 'GET',
      path: LIST,
      access: READ,
      response: pageOf(surveySchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const page = await surveys.list(project.id, request);
        const ids = page.rows.map((survey) => survey.createdById).filter((id) => id !== null);
        const creators = await users.findMany([...new Set(ids)]);
        return pageBody(url, request, page, (survey) =>
          surveyBody(survey, creators.get(survey.createdById ?? 0) ?? null),
        );
      },
    }),
    projectRoute({
      name: 'surveys_create',
      summary: 'Create a survey',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: surveyCreateSchema,
      response: surveySchema,
      async handle({ caller: { project, user }, body }) {
        await checkFlags(project.id, body);
        const fields = { ...toSurveyFields(body), name: body.name, type: body.type };
        return saved(await surveys.create(project.id, user.id, fields));
      },
    }),
    projectRoute({
      name: 'surveys_retrieve',
      summary: 'Read a survey',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: surveySchema,
      async handle({ caller: { project }, params: { id } }) {
        const survey = await surveys.findById(project.id, id);
        if (survey === null) throw notFound();
        return shown(survey);
      },
    }),
    update('surveys_partial_update', 'PATCH'),
    update('surveys_update', 'PUT'),
    projectRoute({
      name: 'surveys_destroy',
      summary: 'Delete a survey',
      method: 'DELETE',
      path: DETAIL,
      access: WRITE,
      params,
      status: 204,
      async handle({ caller: { project }, params: { id } }) {
        if (!(await surveys.delete(project.id, id))) throw notFound();
        await deps.announceChange(project.id, 'feature_flags');
      },
    }),
  ];
}
