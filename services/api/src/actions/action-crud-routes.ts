import { actionSchema, actionWriteSchema, pageOf } from '@tidemark/contracts';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { pageBody } from '../page-query';
import { actionBody } from './action-body';
import { checkedFields, toActionFields, pinnedNow } from './action-fields';
import { actionListQuery } from './action-list-query';
import { usersOfActions } from './action-references';
import type { ActionRouteDeps } from './deps';
import { actionParams, DETAIL, LIST, READ, savedAction, shownAction, WRITE } from './deps';
import {
  booleanParameter,
  choiceParameter,
  numberParameter,
  pageParameters,
  parameter,
} from '../query-parameters';
import { unsupportedDestroyRoute, updateRoutes } from '../resource-routes';
import { found, peopleOf } from '../resource';

const listQuery = z.object({
  limit: numberParameter('Number of results per page. Default: all.'),
  offset: pageParameters.offset,
  search: parameter('Part of the name, case-insensitive.'),
  created_by: parameter('Ids of users, separated by commas.'),
  tags: parameter('A JSON list of tags. Only actions with at least one of them are listed.'),
  ordering: choiceParameter('Default: newest first.', [
    ...['name', '-name', 'created_at', '-created_at'],
    ...['pinned_at', '-pinned_at', 'created_by', '-created_by'],
  ]),
  include_reference_count: booleanParameter(
    'Adds `reference_count`, for any value of the parameter.',
  ),
});

/** The actions resource (`docs/wire/specification.md#action-crud`, `docs/wire/actions.md#action-routes`). */
export function createActionCrudRoutes(deps: ActionRouteDeps): readonly ProjectRoute[] {
  const { actions, users, now } = deps;

  const updates = updateRoutes('actions', {
    summary: 'Change fields of an action',
    path: DETAIL,
    access: WRITE,
    csv: true,
    params: actionParams,
    body: actionWriteSchema,
    response: actionSchema,
    async handle({ caller: { project, user }, params: { id }, body }) {
      // An unknown id is reported before an invalid step.
      found(await actions.findById(project.id, id));
      const fields = pinnedNow(checkedFields(toActionFields(body), now()), now());
      const result = await actions.update(project.id, user.id, id, fields);
      return shownAction(users, savedAction(result));
    },
  });

  return [
    projectRoute({
      name: 'actions_list',
      summary: 'List actions',
      method: 'GET',
      path: LIST,
      access: READ,
      csv: true,
      query: listQuery,
      response: pageOf(actionSchema),
      async handle({ caller: { project }, url }) {
        const query = actionListQuery(url.searchParams);
        const page = await actions.list(project.id, query);
        const creators = await peopleOf(users, page.rows, (action) => [action.createdById]);
        // The presence of the parameter counts, not its value.
        const references = url.searchParams.has('include_reference_count')
          ? await usersOfActions(deps, project.id)
          : null;
        return pageBody(url, query.page, page, (action) => ({
          ...actionBody(action, creators.get(action.createdById ?? 0) ?? null),
          ...(references !== null && { reference_count: references.get(action.id)?.length ?? 0 }),
        }));
      },
    }),
    projectRoute({
      name: 'actions_create',
      summary: 'Create an action',
      method: 'POST',
      path: LIST,
      access: WRITE,
      csv: true,
      status: 201,
      body: actionWriteSchema,
      response: actionSchema,
      async handle({ caller: { project, user }, body }) {
        const fields = checkedFields(toActionFields(body), now());
        return shownAction(users, savedAction(await actions.create(project.id, user.id, fields)));
      },
    }),
    projectRoute({
      name: 'actions_retrieve',
      summary: 'Read an action',
      method: 'GET',
      path: DETAIL,
      access: READ,
      csv: true,
      params: actionParams,
      response: actionSchema,
      async handle({ caller: { project }, params: { id } }) {
        const action = found(await actions.findById(project.id, id));
        return shownAction(users, action);
      },
    }),
    ...updates,
    unsupportedDestroyRoute('actions', {
      summary: 'Not supported: an action is deleted by a PATCH of `deleted`',
      path: DETAIL,
      access: WRITE,
    }),
  ];
}
