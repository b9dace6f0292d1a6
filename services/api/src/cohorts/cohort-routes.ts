import { cohortSchema, cohortWriteSchema, idParameter, pageOf } from '@tidemark/contracts';
import { countParameter } from '@tidemark/platform';
import type { Cohort, CohortListQuery } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { cohortBody } from './cohort-body';
import { createCohort } from './create-cohort';
import type { CohortRouteDeps } from './deps';
import { updateCohort } from './update-cohort';
import {
  booleanParameter,
  choiceParameter,
  numberParameter,
  pageParameters,
  parameter,
} from '../query-parameters';
import { behavioralIds } from './behavioral-ids';
import { isTrue } from '../query-parameters';
import { unsupportedDestroyRoute, updateRoutes } from '../resource-routes';
import { found, peopleOf } from '../resource';

/** A form may bring a file of members. */
const BODY_TYPES = ['application/json', 'multipart/form-data'];
const LIST = '/cohorts/';
const DETAIL = '/cohorts/:id/';
const READ = { scope: 'cohort:read' } as const;
const WRITE = { scope: 'cohort:write' } as const;
const params = z.object({ id: idParameter() });
const listedCohortSchema = cohortSchema.partial({ filters: true, query: true, groups: true });

const listQuery = z.object({
  ...pageParameters,
  search: parameter('Part of the name, case-insensitive.'),
  type: choiceParameter('Only cohorts of this kind.', ['static', 'dynamic']),
  created_by_id: numberParameter('Only cohorts of this user.'),
  hide_behavioral_cohorts: booleanParameter('Excludes cohorts with behavioural filters.'),
  basic: booleanParameter('Without `filters`, `query` and `groups`.'),
});

/** The cohorts resource (`docs/wire/management.md#cohorts`). */
export function createCohortRoutes(deps: CohortRouteDeps): readonly ProjectRoute[] {
  const { cohorts, users } = deps;

  const shown = async (cohort: Cohort) =>
    cohortBody(
      cohort,
      cohort.createdById === null ? null : await users.findById(cohort.createdById),
    );

  const updates = updateRoutes('cohorts', {
    summary: 'Change fields of a cohort',
    path: DETAIL,
    access: WRITE,
    params,
    body: cohortWriteSchema,
    bodyTypes: BODY_TYPES,
    response: cohortSchema,
    async handle({ caller: { project, user }, params: { id }, body }) {
      return shown(await updateCohort(deps, project, user.id, id, body));
    },
  });

  return [
    projectRoute({
      name: 'cohorts_list',
      summary: 'List cohorts',
      method: 'GET',
      path: LIST,
      access: READ,
      query: listQuery,
      response: pageOf(listedCohortSchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const { searchParams } = url;
        const hides = isTrue(searchParams.get('hide_behavioral_cohorts'));
        const isBasic = isTrue(searchParams.get('basic'));
        const page = await cohorts.list(project.id, {
          ...listFilters(searchParams),
          without: hides ? behavioralIds(await cohorts.listLive(project.id)) : [],
          page: request,
        });
        const creators = await peopleOf(users, page.rows, (cohort) => [cohort.createdById]);
        return pageBody(url, request, page, (cohort) => {
          const body = cohortBody(cohort, creators.get(cohort.createdById ?? 0) ?? null);
          if (!isBasic) return body;
          const { filters: _filters, query: _query, groups: _groups, ...basic } = body;
          return basic;
        });
      },
    }),
    projectRoute({
      name: 'cohorts_create',
      summary: 'Create a cohort',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: cohortWriteSchema,
      bodyTypes: BODY_TYPES,
      response: cohortSchema,
      async handle({ caller: { project, user }, body }) {
        return shown(await createCohort(deps, project.id, user.id, body));
      },
    }),
    projectRoute({
      name: 'cohorts_retrieve',
      summary: 'Read a cohort',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: cohortSchema,
      async handle({ caller: { project }, params: { id } }) {
        const cohort = found(await cohorts.findById(project.id, id));
        return shown(cohort);
      },
    }),
    ...updates,
    unsupportedDestroyRoute('cohorts', {
      summary: 'Not supported: a cohort is deleted by a PATCH of `deleted`',
      path: DETAIL,
      access: WRITE,
    }),
  ];
}

function listFilters(parameters: URLSearchParams): Omit<CohortListQuery, 'page'> {
  const search = parameters.get('search') ?? '';
  const type = parameters.get('type');
  const createdById = countParameter(parameters.get('created_by_id'));
  return {
    ...(search !== '' && { search }),
    ...(type === 'static' && { isStatic: true }),
    ...(type === 'dynamic' && { isStatic: false }),
    ...(createdById !== null && createdById <= 2_147_483_647 && { createdById }),
  };
}
