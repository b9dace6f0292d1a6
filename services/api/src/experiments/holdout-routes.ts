import type { ExperimentHoldoutWrite } from '@tidemark/contracts';
import {
  experimentHoldoutCreateSchema,
  experimentHoldoutSchema,
  experimentHoldoutUpdateSchema,
  flagFiltersSchema,
  idParameter,
  pageOf,
} from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { ExperimentHoldout } from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { checkConditions } from '../feature-flags/check-conditions';
import { defaultPage, pageBody } from '../page-query';
import { namedPageQuery, searchOf } from '../query-parameters';
import { found, peopleOf } from '../resource';
import { destroyRoute, updateRoutes } from '../resource-routes';
import type { ExperimentDeps } from './deps';
import { holdoutBody } from './experiment-body';

const LIST = '/experiment_holdouts/';
const DETAIL = '/experiment_holdouts/:id/';
const READ = { scope: 'experiment:read' } as const;
const WRITE = { scope: 'experiment:write' } as const;
const params = z.object({ id: idParameter() });
const creatorOf = ({ createdById }: ExperimentHoldout) => [createdById];

/** Routes for holdouts, which keep people out of experiments (`docs/wire/experiments.md#experiment-holdouts`). */
export function createHoldoutRoutes(
  deps: Pick<ExperimentDeps, 'holdouts' | 'users' | 'announceChange'>,
): readonly ProjectRoute[] {
  const { holdouts, users } = deps;
  const shown = async (holdout: ExperimentHoldout) =>
    holdoutBody(holdout, await peopleOf(users, [holdout], creatorOf));
  const announce = (projectId: number) => deps.announceChange(projectId, 'feature_flags');

  return [
    projectRoute({
      name: 'experiment_holdouts_list',
      summary: 'List holdouts of experiments',
      method: 'GET',
      path: LIST,
      access: READ,
      query: namedPageQuery,
      response: pageOf(experimentHoldoutSchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const page = await holdouts.list(project.id, request, searchOf(url));
        const people = await peopleOf(users, page.rows, creatorOf);
        return pageBody(url, request, page, (row) => holdoutBody(row, people));
      },
    }),
    projectRoute({
      name: 'experiment_holdouts_create',
      summary: 'Create a holdout of experiments',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: experimentHoldoutCreateSchema,
      response: experimentHoldoutSchema,
      async handle({ caller, body }) {
        checkFilters(body);
        const { name, description = null, filters } = body;
        return shown(await holdouts.create(inProject(caller), { name, description, filters }));
      },
    }),
    projectRoute({
      name: 'experiment_holdouts_retrieve',
      summary: 'Read a holdout of experiments',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: experimentHoldoutSchema,
      handle: async ({ caller: { project }, params: { id } }) =>
        shown(found(await holdouts.findById(project.id, id))),
    }),
    ...updateRoutes('experiment_holdouts', {
      summary: 'Change a holdout, and the flags of its experiments',
      path: DETAIL,
      access: WRITE,
      params,
      body: experimentHoldoutUpdateSchema,
      response: experimentHoldoutSchema,
      async handle({ caller, params: { id }, body }) {
        checkFilters(body);
        const holdout = found(await holdouts.update(inProject(caller), id, fieldsOf(body)));
        await announce(caller.project.id);
        return shown(holdout);
      },
    }),
    destroyRoute('experiment_holdouts', {
      summary: 'Delete a holdout and remove it from its experiments',
      path: DETAIL,
      access: WRITE,
      params,
      async remove(caller, { id }) {
        const removed = await holdouts.delete(inProject(caller), id);
        if (removed) await announce(caller.project.id);
        return removed;
      },
    }),
  ];
}

/** They become conditions of flags. @throws ApiError 400 */
function checkFilters({ filters }: ExperimentHoldoutWrite): void {
  if (filters === undefined) return;
  const checked = flagFiltersSchema.safeParse({ holdout_groups: filters }, { reportInput: true });
  if (checked.error !== undefined) {
    const [issue] = checked.error.issues;
    const detail = issue?.message ?? 'Filters are not valid';
    throw validationError('invalid_input', detail, 'filters');
  }
  checkConditions(checked.data, 'filters');
}

function fieldsOf({ name, description, filters }: ExperimentHoldoutWrite) {
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(filters !== undefined && { filters }),
  };
}
