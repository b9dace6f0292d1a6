import {
  eventDefinitionCreateSchema,
  eventDefinitionSchema,
  eventDefinitionUpdateSchema,
  pageOf,
  uuidParameter,
} from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
import type {
  EventDefinition,
  EventDefinitionChanges,
  EventDefinitionRepository,
  User,
  UserRepository,
} from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { eventDefinitionBody, peopleOf } from './definition-body';
import { toEventChanges } from './definition-fields';
import { eventDefinitionParameters, eventDefinitionQuery } from './event-definition-query';
import { parameter } from '../query-parameters';
import { destroyRoute, updateRoutes } from '../resource-routes';

const LIST = '/event_definitions/';
const DETAIL = '/event_definitions/:id/';
const READ = { scope: 'event_definition:read' } as const;
const WRITE = { scope: 'event_definition:write' } as const;
const params = z.object({ id: uuidParameter() });

/**
 * Routes for the names of events that a project has sent (`docs/wire/management.md#event-definitions`). Ingestion
 * creates them, and users describe them.
 */
export function createEventDefinitionRoutes(deps: {
  readonly definitions: EventDefinitionRepository;
  readonly users: UserRepository;
  readonly now: () => Date;
}): readonly ProjectRoute[] {
  const { definitions, users } = deps;
  const shown = async (definition: EventDefinition | null) => {
    if (definition === null) throw notFound();
    return eventDefinitionBody(definition, await users.findMany(peopleOf(definition)));
  };
  /** @throws ApiError 400 for an owner who is not a member of the organization */
  const checked = async (
    user: User,
    body: z.output<typeof eventDefinitionUpdateSchema>,
  ): Promise<EventDefinitionChanges> => {
    const { owner } = body;
    if (typeof owner === 'number') {
      const found = await users.findById(owner);
      if (found?.organizationId !== user.organizationId) {
        const detail = `Invalid pk "${owner}" - object does not exist.`;
        throw validationError('does_not_exist', detail, 'owner');
      }
    }
    return toEventChanges(body);
  };

  return [
    // Before the routes of one definition: their `:id` would match this path, too.
    projectRoute({
      name: 'event_definitions_by_name_retrieve',
      summary: 'Read the definition of the event with a name',
      method: 'GET',
      path: `${LIST}by_name/`,
      access: READ,
      query: z.object({ name: parameter('The exact name; required.') }),
      response: eventDefinitionSchema,
      async handle({ caller: { project }, query: { name = '' } }) {
        if (name === '') {
          throw validationError('required', "Query parameter 'name' is required", 'name');
        }
        const definition = await definitions.findByName(project.id, name);
        if (definition !== null) return shown(definition);
        throw notFound(`Event definition with name '${name.slice(0, 400)}' not found`);
      },
    }),
    projectRoute({
      name: 'event_definitions_create',
      summary: 'Create the definition of an event',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: eventDefinitionCreateSchema,
      response: eventDefinitionSchema,
      async handle({ caller, body }) {
        const fields = await checked(caller.user, body);
        const made = await definitions.create(inProject(caller), body.name, fields);
        if (made !== null) return shown(made);
        const detail = `Event definition with name '${body.name}' already exists`;
        throw validationError('invalid_input', detail, 'name');
      },
    }),
    destroyRoute('event_definitions', {
      summary: 'Delete the definition of an event',
      path: DETAIL,
      access: WRITE,
      params,
      remove: (caller, { id }) => definitions.delete(inProject(caller), id),
    }),
    projectRoute({
      name: 'event_definitions_list',
      summary: 'List definitions of events',
      method: 'GET',
      path: LIST,
      access: READ,
      query: eventDefinitionParameters,
      response: pageOf(eventDefinitionSchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const filters = eventDefinitionQuery(url.searchParams, deps.now());
        const page = await definitions.list(project.id, { ...filters, page: request });
        const people = await users.findMany([...new Set(page.rows.flatMap(peopleOf))]);
        return pageBody(url, request, page, (row) => eventDefinitionBody(row, people));
      },
    }),
    projectRoute({
      name: 'event_definitions_retrieve',
      summary: 'Read the definition of an event',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: eventDefinitionSchema,
      handle: async ({ caller: { project }, params: { id } }) =>
        shown(await definitions.findById(project.id, id)),
    }),
    ...updateRoutes('event_definitions', {
      summary: 'Change the definition of an event',
      path: DETAIL,
      access: WRITE,
      params,
      body: eventDefinitionUpdateSchema,
      response: eventDefinitionSchema,
      async handle({ caller, params: { id }, body }) {
        const changes = await checked(caller.user, body);
        return shown(await definitions.update(inProject(caller), id, changes));
      },
    }),
  ];
}
