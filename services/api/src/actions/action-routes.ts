import { actionSchema, actionWriteSchema, idParameter, pageOf } from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
import type {
  Action,
  ActionFields,
  ActionRepository,
  SaveActionResult,
  UserRepository,
} from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { pageBody } from '../page-query';
import { actionBody } from './action-body';
import { toActionFields, withPinRule } from './action-fields';
import { actionListQuery } from './action-list-query';
import { findInvalidRegex } from './action-steps';

const LIST = '/actions/';
const DETAIL = '/actions/:id/';
const READ = { scope: 'action:read' } as const;
const WRITE = { scope: 'action:write' } as const;
const params = z.object({ id: idParameter() });

/** The actions resource (specification 4.2, `wire/actions.md` §1). */
export function createActionRoutes(deps: {
  readonly actions: ActionRepository;
  readonly users: UserRepository;
  readonly now: () => Date;
}): readonly ProjectRoute[] {
  const { actions, users } = deps;

  const shown = async (action: Action) =>
    actionBody(
      action,
      action.createdById === null ? null : await users.findById(action.createdById),
    );

  const update = (name: string, method: 'PATCH' | 'PUT') =>
    projectRoute({
      name,
      method,
      path: DETAIL,
      access: WRITE,
      params,
      body: actionWriteSchema,
      response: actionSchema,
      async handle({ caller: { project }, params: { id }, body }) {
        const current = await actions.findById(project.id, id);
        if (current === null) throw notFound();
        const fields = withPinRule(checked(toActionFields(body)), current.pinnedAt, deps.now());
        return shown(savedAction(await actions.update(project.id, id, fields)));
      },
    });

  return [
    projectRoute({
      name: 'actions_list',
      method: 'GET',
      path: LIST,
      access: READ,
      response: pageOf(actionSchema),
      async handle({ caller: { project }, url }) {
        const query = actionListQuery(url.searchParams);
        const page = await actions.list(project.id, query);
        const ids = page.rows.map((action) => action.createdById).filter((id) => id !== null);
        const creators = await users.findMany([...new Set(ids)]);
        return pageBody(url, query.page, page, (action) =>
          actionBody(action, creators.get(action.createdById ?? 0) ?? null),
        );
      },
    }),
    projectRoute({
      name: 'actions_create',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: actionWriteSchema,
      response: actionSchema,
      async handle({ caller: { project, user }, body }) {
        const fields = checked(toActionFields(body));
        return shown(savedAction(await actions.create(project.id, user.id, fields)));
      },
    }),
    projectRoute({
      name: 'actions_retrieve',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: actionSchema,
      async handle({ caller: { project }, params: { id } }) {
        const action = await actions.findById(project.id, id);
        if (action === null) throw notFound();
        return shown(action);
      },
    }),
    update('actions_partial_update', 'PATCH'),
    update('actions_update', 'PUT'),
    projectRoute({
      name: 'actions_destroy',
      method: 'DELETE',
      path: DETAIL,
      access: WRITE,
      // Never looked up, never deleted: PATCH `deleted` is the way.
      status: 405,
      handle: () => Promise.resolve(undefined),
    }),
  ];
}

function checked(fields: Partial<ActionFields>): Partial<ActionFields> {
  const problem = findInvalidRegex(fields.steps ?? []);
  if (problem !== null) throw validationError('invalid_input', problem.detail, problem.attr);
  return fields;
}

function savedAction(result: SaveActionResult): Action {
  switch (result.outcome) {
    case 'saved':
      return result.action;
    case 'not_found':
      throw notFound();
    case 'name_taken':
      throw validationError(
        'unique',
        `This project already has an action with this name, ID ${result.byId}`,
        'name',
      );
  }
}
