import {
  pageOf,
  tableJoinCreateSchema,
  tableJoinSchema,
  tableJoinUpdateSchema,
} from '@tidemark/contracts';
import type { ApiError } from '@tidemark/platform';
import { notFound, validationError } from '@tidemark/platform';
import type { StoredTableJoin, TableJoinRepository, UserRepository } from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { isUuid } from '../uuid';
import { defaultPage, pageBody } from '../page-query';
import { queryProject } from '../query/query-project';
import { pageQuery } from '../query-parameters';
import { destroyRoute } from '../resource-routes';
import type { JoinCheckDeps } from './check-join';
import { checkJoin } from './check-join';
import { joinBody } from './join-body';
import { TABLE_JOIN_FIELDS } from '@tidemark/postgres';

const LIST = '/warehouse_view_link/';
const DETAIL = '/warehouse_view_link/:id/';
const READ = { scope: 'warehouse_view:read' } as const;
const WRITE = { scope: 'warehouse_view:write' } as const;
const params = z.object({ id: z.string().refine(isUuid) });
const MAX_JOINS = 500;

export interface JoinRouteDeps extends JoinCheckDeps {
  readonly joins: TableJoinRepository;
  readonly users: UserRepository;
}

/** Joins between tables, which statements read through lazily (`docs/wire/hogql-tables.md#warehouse-joins`). */
export function createTableJoinRoutes(deps: JoinRouteDeps): readonly ProjectRoute[] {
  const { joins, users } = deps;

  const shown = async (join: StoredTableJoin | null) => {
    if (join === null) throw notFound();
    const { createdById } = join;
    return joinBody(join, createdById === null ? null : await users.findById(createdById));
  };

  const update = (name: string, method: 'PATCH' | 'PUT') =>
    projectRoute({
      name,
      summary: 'Change fields of a join between tables',
      method,
      path: DETAIL,
      access: WRITE,
      params,
      body: tableJoinUpdateSchema,
      response: tableJoinSchema,
      async handle({ caller, params: { id }, body }) {
        const { project } = caller;
        const join = await joins.findById(project.id, id);
        if (join === null) throw notFound();
        if (body.deleted === true) {
          await joins.delete(inProject(caller), id);
          return { ...(await shown(join)), deleted: true };
        }
        const wanted = { ...join, ...TABLE_JOIN_FIELDS.fromWire(body) };
        await checkJoin(deps, queryProject(project, caller), wanted);
        const changed = await joins.update(inProject(caller), id, wanted);
        if (changed === 'taken') throw taken(wanted.fieldName, wanted.sourceTable);
        return shown(changed);
      },
    });

  return [
    projectRoute({
      name: 'warehouse_view_link_list',
      summary: 'List joins between tables',
      method: 'GET',
      path: LIST,
      access: READ,
      query: pageQuery,
      response: pageOf(tableJoinSchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const page = await joins.list(project.id, request);
        const ids = page.rows.map((join) => join.createdById).filter((id) => id !== null);
        const creators = await users.findMany([...new Set(ids)]);
        return pageBody(url, request, page, (join) =>
          joinBody(join, creators.get(join.createdById ?? 0) ?? null),
        );
      },
    }),
    projectRoute({
      name: 'warehouse_view_link_create',
      summary: 'Create a join between tables',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: tableJoinCreateSchema,
      response: tableJoinSchema,
      async handle({ caller, body }) {
        const { project } = caller;
        const { configuration = null } = body;
        const wanted = TABLE_JOIN_FIELDS.fromWire({ ...body, configuration });
        await checkJoin(deps, queryProject(project, caller), wanted);
        const { count } = await joins.list(project.id, { limit: 1, offset: 0 });
        if (count >= MAX_JOINS) {
          throw validationError('invalid_input', `A project has at most ${MAX_JOINS} joins.`);
        }
        const join = await joins.create(inProject(caller), wanted);
        if (join === null) throw taken(wanted.fieldName, wanted.sourceTable);
        return shown(join);
      },
    }),
    projectRoute({
      name: 'warehouse_view_link_retrieve',
      summary: 'Read a join between tables',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: tableJoinSchema,
      handle: async ({ caller: { project }, params: { id } }) =>
        shown(await joins.findById(project.id, id)),
    }),
    update('warehouse_view_link_partial_update', 'PATCH'),
    update('warehouse_view_link_update', 'PUT'),
    destroyRoute('warehouse_view_link', {
      summary: 'Delete a join between tables',
      path: DETAIL,
      access: WRITE,
      params,
      remove: (caller, { id }) => joins.delete(inProject(caller), id),
    }),
  ];
}

function taken(field: string, table: string): ApiError {
  return validationError(
    'invalid_input',
    `Field name "${field}" already exists on table "${table}"`,
  );
}
