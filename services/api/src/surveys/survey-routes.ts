import type { SurveyWrite } from '@tidemark/contracts';
import { pageOf, surveyCreateSchema, surveySchema, surveyUpdateSchema } from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
import type {
  CohortRepository,
  FeatureFlagRepository,
  Survey,
  SurveyRepository,
  SurveyTargeting,
  UserRepository,
} from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { isUuid } from '../uuid';
import type { AnnounceChange } from '../definitions';
import { checkCohorts } from '../feature-flags/check-cohorts';
import { checkConditions } from '../feature-flags/check-conditions';
import { defaultPage, pageBody } from '../page-query';
import { checkSurvey } from './check-survey';
import { surveyBody, toSurveyFields } from './survey-body';
import { pageQuery, parameter } from '../query-parameters';
import { updateRoutes } from '../resource-routes';
import { found } from '../resource';

const LIST = '/surveys/';
const DETAIL = '/surveys/:id/';
const READ = { scope: 'survey:read' } as const;
const WRITE = { scope: 'survey:write' } as const;
const params = z.object({ id: z.string().refine(isUuid) });

export interface SurveyRouteDeps {
  readonly surveys: SurveyRepository;
  readonly flags: Pick<FeatureFlagRepository, 'listLive'>;
  readonly cohorts: Pick<CohortRepository, 'listLive'>;
  readonly users: UserRepository;
  readonly announceChange: AnnounceChange;
}

/** Management of surveys (`docs/wire/flags-management.md#surveys`). Every write is announced once committed. */
export function createSurveyRoutes(deps: SurveyRouteDeps): readonly ProjectRoute[] {
  const { surveys, users } = deps;

  const flagsOf = async (projectId: number) =>
    new Map((await deps.flags.listLive(projectId)).map((flag) => [flag.id, flag]));
  const bodies = async (projectId: number, shown: readonly Survey[]) => {
    const ids = shown.map((survey) => survey.createdById).filter((id) => id !== null);
    const names = {
      users: await users.findMany([...new Set(ids)]),
      flags: await flagsOf(projectId),
    };
    return (survey: Survey) => surveyBody(survey, names);
  };
  const body = async (survey: Survey | null) => {
    if (survey === null) throw notFound();
    return (await bodies(survey.projectId, [survey]))(survey);
  };
  /** @param which the survey that may not have the name */
  const saved = async (survey: Survey | null | 'taken', which: 'a survey' | 'another survey') => {
    if (survey === 'taken') {
      throw validationError('unique', `There is already ${which} with this name.`);
    }
    // Edges store surveys together with the flags that the surveys use.
    if (survey !== null) await deps.announceChange(survey.projectId, 'feature_flags');
    return body(survey);
  };

  const check = async (projectId: number, write: SurveyWrite, current: Survey | null) => {
    checkSurvey(write, current, await flagsOf(projectId));
    checkConditions(write.targeting_flag_filters ?? undefined, 'targeting_flag_filters');
    await checkCohorts(deps.cohorts, projectId, write.targeting_flag_filters);
  };

  const updates = updateRoutes('surveys', {
    summary: 'Change fields of a survey',
    path: DETAIL,
    access: WRITE,
    params,
    body: surveyUpdateSchema,
    response: surveySchema,
    async handle({ caller: { project, user }, params: { id }, body: write }) {
      const current = found(await surveys.findById(project.id, id));
      await check(project.id, write, current);
      const fields = { ...toSurveyFields(write), ...targetingOf(write) };
      return saved(await surveys.update(project.id, user.id, id, fields), 'another survey');
    },
  });

  return [
    projectRoute({
      name: 'surveys_list',
      summary: 'List surveys',
      method: 'GET',
      path: LIST,
      access: READ,
      query: pageQuery.extend({ search: parameter('Part of the name, case-insensitive.') }),
      response: pageOf(surveySchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const search = url.searchParams.get('search')?.replaceAll('\0', '') ?? '';
        const page = await surveys.list(project.id, {
          page: request,
          ...(search !== '' && { search }),
        });
        return pageBody(url, request, page, await bodies(project.id, page.rows));
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
      async handle({ caller: { project, user }, body: write }) {
        await check(project.id, write, null);
        const fields = { ...toSurveyFields(write), name: write.name, type: write.type };
        const targeting = targetingOf(write);
        const made = await surveys.create(project.id, user.id, { ...fields, ...targeting });
        return saved(made, 'a survey');
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
      handle: async ({ caller: { project }, params: { id } }) =>
        body(await surveys.findById(project.id, id)),
    }),
    ...updates,
    projectRoute({
      name: 'surveys_destroy',
      summary: 'Delete a survey',
      method: 'DELETE',
      path: DETAIL,
      access: WRITE,
      params,
      status: 204,
      async handle({ caller: { project, user }, params: { id } }) {
        if (!(await surveys.delete(project.id, user.id, id))) throw notFound();
        await deps.announceChange(project.id, 'feature_flags');
      },
    }),
  ];
}

/** Filters take precedence over a request to remove them; empty filters count as omitted. */
function targetingOf(write: SurveyWrite): SurveyTargeting {
  const { targeting_flag_filters: filters, remove_targeting_flag: remove } = write;
  if (filters?.groups !== undefined) return { targeting: filters };
  return remove === true ? { targeting: null } : {};
}
