import {
  eventListSchema,
  eventRowsSchema,
  eventSchema,
  eventValueSchema,
} from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
import type { EventDefinitionRepository } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { serverRoute } from '../auth/routes';
import { canonicalUuid } from '../uuid';
import { isTrue } from '../query-parameters';
import { eventValues } from './event-values';
import type { EventRouteDeps } from './list-events';
import { findEvent, listEvents } from './list-events';
import { booleanParameter, numberParameter, pageParameters, parameter } from '../query-parameters';

/** The access for reading events: it needs the scope of queries and counts against their burst limit. */
const READ = { scope: 'query:read', queryRate: 'look' } as const;
const PROPERTY_PREFIX = 'properties_';

const includePerson = booleanParameter('Adds the person of the event.');
const listQuery = z.object({
  limit: numberParameter('Number of results per page, at most 10,000. Default: 100.'),
  offset: pageParameters.offset,
  after: parameter('ISO 8601, or relative as in queries; default: one day before `before`.'),
  before: parameter('ISO 8601, or relative as in queries; default: now.'),
  event: parameter('Only events of this name.'),
  distinct_id: parameter('Only events of this distinct id.'),
  person_id: parameter('Only events of this person.'),
  action_id: numberParameter('Only events that this action matches.'),
  properties: parameter(
    'JSON: a list or group of property filters, or `{"key__operator": value}`.',
  ),
  orderBy: parameter(
    '`["-timestamp"]`, newest first, or `["timestamp"]`; with `select`, any columns.',
  ),
  select: parameter('A JSON list of HogQL expressions to return in place of whole events.'),
  where: parameter('A JSON list of HogQL conditions. All of them must be true.'),
  include_person: includePerson,
});
const valuesQuery = z.object({
  key: parameter('Name of the property; required.'),
  event_name: parameter('Names of events; at least one is required.', {
    type: 'array',
    items: { type: 'string' },
  }),
  value: parameter('Part of the value, case-insensitive.'),
  is_column: booleanParameter('`key` names a column of events.'),
});

/** The events resource (`docs/wire/management.md#events`): reading only, events come through capture. */
export function createEventRoutes(
  deps: EventRouteDeps & { readonly definitions: Pick<EventDefinitionRepository, 'list'> },
): readonly ProjectRoute[] {
  return [
    serverRoute({
      name: 'events_list',
      summary: 'List events',
      method: 'GET',
      path: '/events/',
      access: READ,
      csv: true,
      query: listQuery,
      response: z.union([eventListSchema, eventRowsSchema]),
      handle: ({ caller: { project }, url, signal }) => listEvents(deps, project, url, signal),
    }),
    serverRoute({
      name: 'events_values_retrieve',
      summary: 'List values of an event property',
      method: 'GET',
      path: '/events/values/',
      access: READ,
      query: valuesQuery,
      response: z.array(eventValueSchema),
      async handle({ caller: { project }, url: { searchParams }, signal }) {
        const key = searchParams.get('key') ?? '';
        if (key === '') throw validationError('invalid_input', 'You must provide a key');
        const eventNames = searchParams.getAll('event_name').filter((name) => name !== '');
        if (eventNames.length === 0) {
          throw validationError(
            'invalid_input',
            'The event_name parameter is required when using a personal API key. For queries without event filters, please use the Query endpoint instead.',
          );
        }
        if (key === 'custom_event') return customEvents(deps.definitions, project.id);
        const asked = {
          key,
          isColumn: isTrue(searchParams.get('is_column')),
          value: searchParams.get('value') ?? '',
          eventNames,
          others: otherProperties(searchParams),
        };
        return [...(await eventValues(deps.engine, project, asked, signal))];
      },
    }),
    serverRoute({
      name: 'events_retrieve',
      summary: 'Read an event',
      method: 'GET',
      path: '/events/:id/',
      access: READ,
      params: z.object({ id: z.string() }),
      query: z.object({ include_person: includePerson }),
      response: eventSchema,
      async handle({ caller: { project }, params: { id }, url, signal }) {
        const uuid = canonicalUuid(id);
        if (uuid === null) throw validationError('invalid', 'Invalid UUID');
        const event = await findEvent(deps, project, uuid, url.searchParams, signal);
        if (event === null) throw notFound(`No events exist for event UUID ${id}`);
        return event;
      },
    }),
  ];
}

/** The names of all custom events that the project has received, sorted. */
async function customEvents(
  definitions: Pick<EventDefinitionRepository, 'list'>,
  projectId: number,
): Promise<{ name: string }[]> {
  const { rows } = await definitions.list(projectId, {
    words: [],
    origin: 'custom',
    order: [{ field: 'name', descending: false }],
    page: { limit: null, offset: 0 },
  });
  return rows.map(({ name }) => ({ name }));
}

/** `properties_plan=["pro","team"]`, or one value as it is. */
function otherProperties(parameters: URLSearchParams): [string, readonly string[]][] {
  return [...parameters].flatMap(([name, text]) =>
    name.startsWith(PROPERTY_PREFIX) && name !== PROPERTY_PREFIX
      ? [[name.slice(PROPERTY_PREFIX.length), valuesIn(text)] as [string, readonly string[]]]
      : [],
  );
}

function valuesIn(text: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(text);
    const values: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
    return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  } catch {
    // No JSON: the value itself.
    return [text];
  }
}
