import {
  pageOf,
  propertyDefinitionSchema,
  propertyDefinitionUpdateSchema,
  uuidParameter,
} from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
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
import { virtualDefinitions } from './virtual-properties';

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
  exclude_core_properties: booleanParameter('Without those of events that SDKs send.'),
  is_numerical: booleanParameter('Only numbers, or only others.'),
  is_feature_flag: booleanParameter('Only properties of flags, or only others.'),
  ...describedParameters,
});

const seenTogetherQuery = z.object({
  event_names: parameter('Names of events, the parameter once for each.'),
  property_name: parameter('Name of a property of events.'),
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
        const listed = pageBody(url, request, page, ({ definition, isSeenOnEvents }) =>
          propertyDefinitionBody(definition, people, isSeenOnEvents),
        );
        const virtual = virtualDefinitions(query);
        const isLast = request.offset + listed.results.length >= page.count;
        return {
          ...listed,
          count: page.count + virtual.length,
          results: [...listed.results, ...(isLast ? virtual : [])],
        };
      },
    }),
    projectRoute({
      name: 'property_definitions_seen_together_retrieve',
      summary: 'Which events have carried a property',
      method: 'GET',
      path: `${LIST}seen_together/`,
      access: READ,
      query: seenTogetherQuery,
      response: z.record(z.string(), z.boolean()),
      async handle({ caller: { project }, url: { searchParams } }) {
        const events = searchParams.getAll('event_names');
        const property = searchParams.get('property_name') ?? '';
        if (events.length === 0 || property === '') {
          const missing = events.length === 0 ? 'event_names' : 'property_name';
          throw validationError('required', 'This field is required.', missing);
        }
        const carriers = await definitions.eventsWith(project.id, property, events);
        return Object.fromEntries(events.map((event) => [event, carriers.has(event)]));
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
