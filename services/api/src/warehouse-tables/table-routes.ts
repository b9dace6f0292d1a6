import { randomUUID } from 'node:crypto';
import {
  warehouseTableCreateSchema,
  warehouseTablePageSchema,
  warehouseTableSchema,
  warehouseTableUpdateSchema,
} from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { WarehouseTable } from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { awaitLoad } from './await-load';
import { checkName } from './check-name';
import type { WarehouseRouteDeps } from './deps';
import { readColumns } from './read-columns';
import { tableBody } from './table-body';
import { changedPlace, placeOf } from './table-fields';
import { changeTable, createTable } from './save-table';
import { pageQuery } from '../query-parameters';
import { destroyRoute, updateRoutes } from '../resource-routes';
import { found, peopleOf } from '../resource';

const LIST = '/warehouse_tables/';
const DETAIL = '/warehouse_tables/:id/';
const READ = { scope: 'warehouse_table:read' } as const;
const WRITE = { scope: 'warehouse_table:write' } as const;
const params = z.object({ id: z.uuid() });
const MAX_TABLES = 200;

/** @throws ApiError 404 */
export async function findTable(
  { tables }: Pick<WarehouseRouteDeps, 'tables'>,
  projectId: number,
  id: string,
): Promise<WarehouseTable> {
  return found(await tables.findById(projectId, id));
}

/** @throws ApiError 400 */
export async function rejectTooMany(
  { tables }: Pick<WarehouseRouteDeps, 'tables'>,
  projectId: number,
): Promise<void> {
  const { count } = await tables.list(projectId, { limit: 1, offset: 0 });
  if (count >= MAX_TABLES) {
    throw validationError('invalid_input', `A project has at most ${MAX_TABLES} tables.`);
  }
}

export async function shownTable(
  { users }: Pick<WarehouseRouteDeps, 'users'>,
  table: WarehouseTable,
) {
  const { createdById } = table;
  return tableBody(table, createdById === null ? null : await users.findById(createdById));
}

/** Data-warehouse tables (`docs/wire/capture-storage.md#warehouse-routes`). */
export function createWarehouseTableRoutes(deps: WarehouseRouteDeps): readonly ProjectRoute[] {
  const { tables, users } = deps;

  const updates = updateRoutes('warehouse_tables', {
    summary: 'Change fields of a data-warehouse table',
    path: DETAIL,
    access: WRITE,
    params,
    body: warehouseTableUpdateSchema,
    response: warehouseTableSchema,
    async handle({ caller, params: { id }, body, signal }) {
      const { project } = caller;
      const table = await findTable(deps, project.id, id);
      if (body.name !== undefined) await checkName(deps, project.id, body.name);
      const place = changedPlace(deps, table, body);
      const format = body.format ?? table.format;
      const isMoved = place !== null || format !== table.format;
      const columns = isMoved
        ? await readColumns(deps, { ...table, ...place, format }, signal)
        : table.columns;
      const changed = await changeTable(
        deps,
        caller,
        id,
        { ...(body.name !== undefined && { name: body.name }), ...place, format, columns },
        { load: isMoved },
      );
      return shownTable(deps, isMoved ? await awaitLoad(deps, changed, signal) : changed);
    },
  });

  return [
    projectRoute({
      name: 'warehouse_tables_list',
      summary: 'List data-warehouse tables',
      method: 'GET',
      path: LIST,
      access: READ,
      query: pageQuery,
      response: warehouseTablePageSchema,
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const page = await tables.list(project.id, request);
        const creators = await peopleOf(users, page.rows, (table) => [table.createdById]);
        return pageBody(url, request, page, (table) =>
          tableBody(table, creators.get(table.createdById ?? 0) ?? null),
        );
      },
    }),
    projectRoute({
      name: 'warehouse_tables_create',
      summary: 'Create a data-warehouse table',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: warehouseTableCreateSchema,
      response: warehouseTableSchema,
      async handle({ caller, body, signal }) {
        const { project } = caller;
        await checkName(deps, project.id, body.name);
        await rejectTooMany(deps, project.id);
        const id = randomUUID();
        const { name, format } = body;
        const place = placeOf(deps, id, body);
        const reference = {
          id,
          projectId: project.id,
          fileId: null,
          format,
          columns: [],
          ...place,
        };
        const columns = await readColumns(deps, reference, signal);
        const fields = { ...place, name, format, columns };
        const table = await createTable(deps, caller, id, fields, null);
        return shownTable(deps, await awaitLoad(deps, table, signal));
      },
    }),
    projectRoute({
      name: 'warehouse_tables_retrieve',
      summary: 'Read a data-warehouse table',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: warehouseTableSchema,
      handle: async ({ caller: { project }, params: { id } }) =>
        shownTable(deps, await findTable(deps, project.id, id)),
    }),
    ...updates,
    destroyRoute('warehouse_tables', {
      summary: 'Delete a data-warehouse table',
      path: DETAIL,
      access: WRITE,
      params,
      remove: (caller, { id }) => tables.remove(inProject(caller), id),
    }),
  ];
}
