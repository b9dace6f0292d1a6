import {
  pageOf,
  savedViewCreateSchema,
  savedViewSchema,
  savedViewUpdateSchema,
} from '@tidemark/contracts';
import { HogQLError, isBuiltInTable } from '@tidemark/hogql';
import { notFound, validationError } from '@tidemark/platform';
import type { SavedView, SavedViewRepository, UserRepository } from '@tidemark/postgres';
import { describeView } from '@tidemark/query-engine';
import type { ProjectLookups } from '@tidemark/query-engine';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectCaller } from '../auth/access';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { isUuid } from '../uuid';
import { defaultPage, pageBody } from '../page-query';
import { toWireError } from '../query/query-error';
import { queryProject } from '../query/query-project';
import { pageQuery } from '../query-parameters';
import { nameTaken } from '../warehouse-tables/check-name';
import { viewBody } from './view-body';
import { destroyRoute, updateRoutes } from '../resource-routes';
import { found, peopleOf } from '../resource';

const LIST = '/warehouse_saved_queries/';
const DETAIL = '/warehouse_saved_queries/:id/';
const READ = { scope: 'warehouse_view:read' } as const;
const WRITE = { scope: 'warehouse_view:write' } as const;
const params = z.object({ id: z.string().refine(isUuid) });
const MAX_VIEWS = 500;

export interface SavedViewRouteDeps {
  readonly views: SavedViewRepository;
  readonly users: UserRepository;
  readonly lookups: ProjectLookups;
  readonly now: () => Date;
}

/**
 * Routes for saved views: named statements that other statements read like tables
 * (`docs/wire/hogql-tables.md#saved-views`).
 */
export function createSavedViewRoutes(deps: SavedViewRouteDeps): readonly ProjectRoute[] {
  const { views, users } = deps;

  const shown = async (view: SavedView | null) => {
    if (view === null) throw notFound();
    const { createdById } = view;
    return viewBody(view, createdById === null ? null : await users.findById(createdById));
  };

  const updates = updateRoutes('warehouse_saved_queries', {
    summary: 'Change fields of a saved view',
    path: DETAIL,
    access: WRITE,
    params,
    body: savedViewUpdateSchema,
    response: savedViewSchema,
    async handle({ caller, params: { id }, body }) {
      const { project } = caller;
      const view = found(await views.findById(project.id, id));
      if (body.name !== undefined && body.name !== view.name) {
        await checkName(deps, project.id, body.name);
      }
      const asked = { name: body.name ?? view.name, query: body.query?.query ?? view.query };
      const columns = await columnsOf(deps, caller, asked);
      const changed = await views.update(inProject(caller), id, { ...asked, columns });
      if (changed === 'taken') throw nameTaken();
      return shown(changed);
    },
  });

  return [
    projectRoute({
      name: 'warehouse_saved_queries_list',
      summary: 'List saved views',
      method: 'GET',
      path: LIST,
      access: READ,
      query: pageQuery,
      response: pageOf(savedViewSchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const page = await views.list(project.id, request);
        const creators = await peopleOf(users, page.rows, (view) => [view.createdById]);
        return pageBody(url, request, page, (view) =>
          viewBody(view, creators.get(view.createdById ?? 0) ?? null),
        );
      },
    }),
    projectRoute({
      name: 'warehouse_saved_queries_create',
      summary: 'Create a saved view',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: savedViewCreateSchema,
      response: savedViewSchema,
      async handle({ caller, body }) {
        const { project } = caller;
        const asked = { name: body.name, query: body.query.query };
        await checkName(deps, project.id, asked.name);
        const { count } = await views.list(project.id, { limit: 1, offset: 0 });
        if (count >= MAX_VIEWS) {
          throw validationError('invalid_input', `A project has at most ${MAX_VIEWS} views.`);
        }
        const columns = await columnsOf(deps, caller, asked);
        const view = await views.create(inProject(caller), { ...asked, columns });
        if (view === null) throw nameTaken();
        return shown(view);
      },
    }),
    projectRoute({
      name: 'warehouse_saved_queries_retrieve',
      summary: 'Read a saved view',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: savedViewSchema,
      handle: async ({ caller: { project }, params: { id } }) =>
        shown(await views.findById(project.id, id)),
    }),
    ...updates,
    destroyRoute('warehouse_saved_queries', {
      summary: 'Delete a saved view',
      path: DETAIL,
      access: WRITE,
      params,
      remove: (caller, { id }) => views.delete(inProject(caller), id),
    }),
  ];
}

/** Rejects the name of a table of HogQL or of the project, which a view must not hide. @throws ApiError 400 */
async function checkName(
  { lookups }: SavedViewRouteDeps,
  projectId: number,
  name: string,
): Promise<void> {
  if (isBuiltInTable(name)) throw nameTaken();
  const tables = await lookups.metadata.warehouseTables(projectId, [name]);
  if (tables.length > 0) throw nameTaken();
}

/** @throws ApiError 400 that describes the mistake in the statement; 403 for a table that the caller cannot read */
async function columnsOf(
  { lookups, now }: SavedViewRouteDeps,
  caller: ProjectCaller,
  view: { readonly name: string; readonly query: string },
) {
  try {
    return await describeView({ lookups, now: now() }, queryProject(caller.project, caller), view);
  } catch (error) {
    if (!(error instanceof HogQLError)) throw toWireError(error, view.query);
    throw validationError('invalid_input', error.message, 'query');
  }
}
