import {
  insightVariableCreateSchema,
  insightVariableSchema,
  insightVariableUpdateSchema,
  pageOf,
  variableCodeName,
} from '@tidemark/contracts';
import type { InsightVariableBody } from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
import type { InsightVariable, InsightVariableRepository } from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { isUuid } from '../uuid';
import { defaultPage, pageBody } from '../page-query';
import { wireTime } from '../wire-time';
import { pageQuery } from '../query-parameters';
import { destroyRoute, updateRoutes } from '../resource-routes';
import { INSIGHT_VARIABLE_FIELDS } from '@tidemark/postgres';
import { wireFields } from '../wire-fields';

const LIST = '/insight_variables/';
const DETAIL = '/insight_variables/:id/';
const READ = { scope: 'insight:read' } as const;
const WRITE = { scope: 'insight:write' } as const;
const params = z.object({ id: z.string().refine(isUuid) });

/** The variables of a project's statements (`docs/wire/hogql.md#variables`). */
export function createInsightVariableRoutes(deps: {
  readonly variables: InsightVariableRepository;
}): readonly ProjectRoute[] {
  const { variables } = deps;

  const updates = updateRoutes('insight_variables', {
    summary: 'Change fields of a variable of queries',
    path: DETAIL,
    access: WRITE,
    params,
    body: insightVariableUpdateSchema,
    response: insightVariableSchema,
    handle: async ({ caller, params: { id }, body }) =>
      shown(await variables.update(inProject(caller), id, INSIGHT_VARIABLE_FIELDS.fromWire(body))),
  });

  return [
    projectRoute({
      name: 'insight_variables_list',
      summary: 'List variables of queries',
      method: 'GET',
      path: LIST,
      access: READ,
      query: pageQuery,
      response: pageOf(insightVariableSchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        return pageBody(url, request, await variables.list(project.id, request), shown);
      },
    }),
    projectRoute({
      name: 'insight_variables_create',
      summary: 'Create a variable of queries',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: insightVariableCreateSchema,
      response: insightVariableSchema,
      async handle({ caller, body }) {
        const { name, type } = body;
        const codeName = variableCodeName(name);
        if (codeName === '') {
          throw validationError('invalid', 'The name needs a letter or a digit.', 'name');
        }
        const fields = { ...INSIGHT_VARIABLE_FIELDS.fromWire(body), name, type, codeName };
        const variable = await variables.create(inProject(caller), fields);
        if (variable !== null) return shown(variable);
        throw validationError('unique', 'Variable with this name already exists.', 'name');
      },
    }),
    projectRoute({
      name: 'insight_variables_retrieve',
      summary: 'Read a variable of queries',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: insightVariableSchema,
      handle: async ({ caller: { project }, params: { id } }) =>
        shown(await variables.findById(project.id, id)),
    }),
    ...updates,
    destroyRoute('insight_variables', {
      summary: 'Delete a variable of queries',
      path: DETAIL,
      access: WRITE,
      params,
      remove: (caller, { id }) => variables.delete(inProject(caller), id),
    }),
  ];
}

function shown(variable: InsightVariable | null): InsightVariableBody {
  if (variable === null) throw notFound();
  return {
    id: variable.id,
    ...wireFields(INSIGHT_VARIABLE_FIELDS.toWire(variable)),
    created_by: variable.createdById,
    created_at: wireTime(variable.createdAt),
    code_name: variable.codeName,
  };
}
