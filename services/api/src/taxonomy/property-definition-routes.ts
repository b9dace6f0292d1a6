import {
  pageOf,
  propertyDefinitionSchema,
  propertyDefinitionUpdateSchema,
  uuidParameter,
} from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
import type {
  PropertyDefinition,
  PropertyDefinitionRepository,
  UserRepository,
} from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
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
import { destroyRoute, updateRoutes } from '../resource-routes';
import { virtualDefinitions } from './virtual-properties';

const LIST = '/property_definitions/';
const DETAIL = '/property_definitions/:id/';
const READ = { scope: 'property_definition:read' } as const;
const WRITE = { scope: 'property_definition:write' } as const;
const params = z.object({ id: uuidParameter() });

const listQuery = z.object({
  ...pageParameters,
  type: choiceParameter('Type of the properties. Default: `event`.', [
    ...['event', 'person', 'group', 'session'],
  ]),
  group_type_index: numberParameter('Index of the group type, 0 to 4, if `type` is `group`.'),
  search: parameter('Words that the name contains, case-insensitive.'),
  properties: parameter('Names, as JSON or separated by commas. Only these are listed.'),
  excluded_properties: parameter('Names to exclude, as JSON or separated by commas.'),
  event_names: parameter('Names of events, as JSON. Adds whether these events have the property.'),
  filter_by_event_names: booleanParameter('Only properties that these events have.'),
  exclude_core_properties: booleanParameter('Excludes properties of events that SDKs send.'),
  is_numerical: booleanParameter('Only numbers, or only others.'),
  is_feature_flag: booleanParameter('Only properties of flags, or only others.'),
  ...describedParameters,
});

const seenTogetherQuery = z.object({
  event_names: parameter('Name of an event. May be repeated.'),
  property_name: parameter('Name of a property of events.'),
});

/**
 * Routes for the properties that a project has sent, and their types
 * (`docs/wire/management.md#property-definitions`). The next query uses a changed type.
 */
export function createPropertyDefinitionRoutes(deps: {
  readonly definitions: PropertyDefinitionRepository;
  readonly users: UserRepository;
}): readonly ProjectRoute[] {
  const { definitions, users } = deps;
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
      summary: 'List the events that have had a property',
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
      summary: 'Delete the definition of a property',
      path: DETAIL,
      access: WRITE,
      params,
      remove: (caller, { id }) => definitions.delete(inProject(caller), id),
    }),
    ...updateRoutes('property_definitions', {
      summary: 'Change the definition of a property',
      path: DETAIL,
      access: WRITE,
      params,
      body: propertyDefinitionUpdateSchema,
      response: propertyDefinitionSchema,
      handle: async ({ caller, params: { id }, body }) =>
        shown(await definitions.update(inProject(caller), id, toPropertyChanges(body))),
    }),
  ];
}
