import {
  pageOf,
  propertyDefinitionSchema,
  propertyDefinitionUpdateSchema,
  uuidParameter,
} from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import { PROPERTY_DEFINITION_HISTORY } from '@tidemark/postgres';
import type {
  PropertyDefinition,
  PropertyDefinitionRepository,
  UserRepository,
} from '@tidemark/postgres';
import { z } from 'zod';
import type { Journal } from '../activity-log/journal';
import { inProject } from '../activity-log/journal';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { peopleOf, propertyDefinitionBody } from './definition-body';
import { toPropertyChanges } from './definition-fields';
import { describedParameters } from './list-parameters';
import { propertyDefinitionQuery } from './property-definition-query';
import { sessionDefinitionBody, sessionPropertyPage } from './session-definitions';
import {
  booleanParameter,
  choiceParameter,
  numberParameter,
  pageParameters,
  parameter,
} from '../query-parameters';
import { destroyRoute } from '../resource-routes';

const LIST = '/property_definitions/';
const DETAIL = '/property_definitions/:id/';
const READ = { scope: 'property_definition:read' } as const;
const WRITE = { scope: 'property_definition:write' } as const;
const params = z.object({ id: uuidParameter() });

const listQuery = z.object({
  ...pageParameters,
  type: choiceParameter('Whose properties; `event` when absent.', [
    ...['event', 'person', 'group', 'session'],
  ]),
  group_type_index: numberParameter('Which kind of groups, 0 to 4, where `type` is `group`.'),
  search: parameter('Words that are all in the name, in any case.'),
  properties: parameter('Names, as JSON or with commas; no others are listed.'),
  excluded_properties: parameter('Names, as JSON or with commas, that are not listed.'),
  event_names: parameter('Names of events, as JSON: tells whether they have the property.'),
  filter_by_event_names: booleanParameter('Only properties that these events have.'),
  is_numerical: booleanParameter('Only numbers, or only others.'),
  is_feature_flag: booleanParameter('Only properties of flags, or only others.'),
  ...describedParameters,
});

/**
 * The properties a project has sent, and their types (`wire/actions.md` §5). A changed type is what the
 * next query reads by.
 */
export function createPropertyDefinitionRoutes(deps: {
  readonly definitions: PropertyDefinitionRepository;
  readonly users: UserRepository;
  readonly journal: Journal;
}): readonly ProjectRoute[] {
  const { definitions, journal, users } = deps;
  const shown = async (definition: PropertyDefinition | null) => {
    if (definition === null) throw notFound();
    return propertyDefinitionBody(definition, await users.findMany(peopleOf(definition)));
  };
  return [
    projectRoute({
      name: 'property_definitions_list',
      summary: 'List definitions of properties',
      method: 'GET',
      path: LIST,
      access: READ,
      query: listQuery,
      response: pageOf(propertyDefinitionSchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const query = { ...propertyDefinitionQuery(url.searchParams), page: request };
        if (query.owner === 'session') {
          return pageBody(url, request, sessionPropertyPage(query), sessionDefinitionBody);
        }
        const page = await definitions.list(project.id, query);
        const ids = page.rows.flatMap(({ definition }) => peopleOf(definition));
        const people = await users.findMany([...new Set(ids)]);
        return pageBody(url, request, page, ({ definition, isSeenOnEvents }) =>
          propertyDefinitionBody(definition, people, isSeenOnEvents),
        );
      },
    }),
    projectRoute({
      name: 'property_definitions_retrieve',
      summary: 'Read the definition of a property',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: propertyDefinitionSchema,
      handle: async ({ caller: { project }, params: { id } }) =>
        shown(await definitions.findById(project.id, id)),
    }),
    destroyRoute('property_definitions', {
      summary: 'Forget the definition of a property',
      path: DETAIL,
      access: WRITE,
      params,
      remove: (caller, { id }) =>
        journal.record(PROPERTY_DEFINITION_HISTORY, inProject(caller), async (within, tell) => {
          tell(await within.propertyDefinitions.findById(caller.project.id, id), null);
          return within.propertyDefinitions.delete(caller.project.id, id);
        }),
    }),
    projectRoute({
      name: 'property_definitions_partial_update',
      summary: 'Change the definition of a property',
      method: 'PATCH',
      path: DETAIL,
      access: WRITE,
      params,
      body: propertyDefinitionUpdateSchema,
      response: propertyDefinitionSchema,
      async handle({ caller, params: { id }, body }) {
        const { project, user } = caller;
        const changes = toPropertyChanges(body);
        const changed = await journal.record(
          PROPERTY_DEFINITION_HISTORY,
          inProject(caller),
          async (within, tell) => {
            const before = await within.propertyDefinitions.findById(project.id, id);
            const after = await within.propertyDefinitions.update(project.id, user.id, id, changes);
            tell(before, after);
            return after;
          },
        );
        return shown(changed);
      },
    }),
  ];
}
