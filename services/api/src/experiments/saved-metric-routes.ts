import type { SavedMetricWrite } from '@tidemark/contracts';
import {
  idParameter,
  pageOf,
  savedMetricCreateSchema,
  savedMetricSchema,
  savedMetricUpdateSchema,
} from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { SavedMetric } from '@tidemark/postgres';
import { z } from 'zod';
import { normaliseTags } from '../tags';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { namedPageQuery, searchOf } from '../query-parameters';
import { found, peopleOf } from '../resource';
import { destroyRoute, updateRoutes } from '../resource-routes';
import type { ExperimentDeps } from './deps';
import { savedMetricBody } from './experiment-body';
import { withUuids } from './metric-uuids';

const LIST = '/experiment_saved_metrics/';
const DETAIL = '/experiment_saved_metrics/:id/';
const READ = { scope: 'experiment:read' } as const;
const WRITE = { scope: 'experiment:write' } as const;
const params = z.object({ id: idParameter() });
const creatorOf = ({ createdById }: SavedMetric) => [createdById];

/** Metrics that experiments share. */
export function createSavedMetricRoutes({
  savedMetrics,
  users,
}: Pick<ExperimentDeps, 'savedMetrics' | 'users'>): readonly ProjectRoute[] {
  const shown = async (metric: SavedMetric) =>
    savedMetricBody(metric, await peopleOf(users, [metric], creatorOf));

  return [
    projectRoute({
      name: 'experiment_saved_metrics_list',
      summary: 'List shared metrics of experiments',
      method: 'GET',
      path: LIST,
      access: READ,
      query: namedPageQuery,
      response: pageOf(savedMetricSchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const page = await savedMetrics.list(project.id, request, searchOf(url));
        const people = await peopleOf(users, page.rows, creatorOf);
        return pageBody(url, request, page, (row) => savedMetricBody(row, people));
      },
    }),
    projectRoute({
      name: 'experiment_saved_metrics_create',
      summary: 'Create a shared metric',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: savedMetricCreateSchema,
      response: savedMetricSchema,
      async handle({ caller, body }) {
        const { name, description = null } = body;
        const fields = {
          name,
          description,
          query: withUuid(body.query),
          tags: normaliseTags(body.tags ?? []),
        };
        return shown(untaken(await savedMetrics.create(inProject(caller), fields)));
      },
    }),
    projectRoute({
      name: 'experiment_saved_metrics_retrieve',
      summary: 'Read a shared metric',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: savedMetricSchema,
      handle: async ({ caller: { project }, params: { id } }) =>
        shown(found(await savedMetrics.findById(project.id, id))),
    }),
    ...updateRoutes('experiment_saved_metrics', {
      summary: 'Change a shared metric',
      path: DETAIL,
      access: WRITE,
      params,
      body: savedMetricUpdateSchema,
      response: savedMetricSchema,
      async handle({ caller, params: { id }, body }) {
        const metric = await savedMetrics.update(inProject(caller), id, fieldsOf(body));
        return shown(found(untaken(metric)));
      },
    }),
    destroyRoute('experiment_saved_metrics', {
      summary: 'Delete a shared metric',
      path: DETAIL,
      access: WRITE,
      params,
      remove: (caller, { id }) => savedMetrics.delete(inProject(caller), id),
    }),
  ];
}

/** The result of a change. @throws ApiError 400 if another metric of the project has the name */
function untaken<T>(result: T | 'taken'): T {
  if (result !== 'taken') return result;
  throw validationError('unique', 'A shared metric with this name already exists.', 'name');
}

function fieldsOf({ name, description, query, tags }: SavedMetricWrite) {
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(query !== undefined && { query: withUuid(query) }),
    ...(tags !== undefined && { tags: normaliseTags(tags) }),
  };
}

function withUuid(query: SavedMetric['query']): SavedMetric['query'] {
  return withUuids([query], new Set())[0] ?? query;
}
