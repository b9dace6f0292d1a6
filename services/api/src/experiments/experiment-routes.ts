import {
  experimentCreateSchema,
  experimentSchema,
  experimentUpdateSchema,
  idParameter,
  pageOf,
} from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { found, peopleOf } from '../resource';
import { unsupportedDestroyRoute, updateRoutes } from '../resource-routes';
import type { ExperimentDeps } from './deps';
import { experimentBody, peopleIn } from './experiment-body';
import { experimentListParameters, experimentListQuery } from './experiment-list-query';
import { createExperiment, updateExperiment } from './save-experiment';
import { createShown } from './shown';

const LIST = '/experiments/';
const DETAIL = '/experiments/:id/';
const READ = { scope: 'experiment:read' } as const;
const WRITE = { scope: 'experiment:write' } as const;
const params = z.object({ id: idParameter() });

/** Experiments (`docs/wire/experiments.md#resource`). Every write is announced once committed. */
export function createExperimentRoutes(deps: ExperimentDeps): readonly ProjectRoute[] {
  const { experiments, users } = deps;
  const shown = createShown(deps);

  return [
    projectRoute({
      name: 'experiments_list',
      summary: 'List experiments',
      method: 'GET',
      path: LIST,
      access: READ,
      query: experimentListParameters,
      response: pageOf(experimentSchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const query = experimentListQuery(url.searchParams);
        const page = await experiments.list(project.id, { ...query, page: request });
        const people = await peopleOf(users, page.rows, peopleIn);
        return pageBody(url, request, page, (row) => experimentBody(row, people));
      },
    }),
    projectRoute({
      name: 'experiments_create',
      summary: 'Create an experiment, with a new or an existing flag',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: experimentCreateSchema,
      response: experimentSchema,
      handle: async ({ caller, body }) =>
        shown(await createExperiment(deps, inProject(caller), body)),
    }),
    projectRoute({
      name: 'experiments_retrieve',
      summary: 'Read an experiment',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: experimentSchema,
      async handle({ caller: { project }, params: { id } }) {
        const experiment = found(await experiments.findById(project.id, id));
        if (experiment.deleted) throw notFound();
        return shown(experiment);
      },
    }),
    ...updateRoutes('experiments', {
      summary: 'Change fields of an experiment',
      path: DETAIL,
      access: WRITE,
      params,
      body: experimentUpdateSchema,
      response: experimentSchema,
      handle: async ({ caller, params: { id }, body }) =>
        shown(await updateExperiment(deps, inProject(caller), id, body)),
    }),
    unsupportedDestroyRoute('experiments', {
      summary: 'Not supported: an experiment is deleted by a PATCH of `deleted`',
      path: DETAIL,
      access: WRITE,
    }),
  ];
}
