import { eventsCalled } from '@tidemark/domain';
import { validationError } from '@tidemark/platform';
import type { EventDefinitionListQuery, EventDefinitionOrder } from '@tidemark/postgres';
import { z } from 'zod';
import {
  booleanParameter,
  choiceParameter,
  flagParameter,
  nameList,
  pageParameters,
  parameter,
} from '../query-parameters';
import { describedAs, describedParameters, searchWords } from './list-parameters';

const ORDERINGS: Readonly<Record<string, EventDefinitionOrder['field']>> = {
  name: 'name',
  last_seen_at: 'last_seen_at',
  'last_seen_at::date': 'last_seen_day',
  created_at: 'created_at',
  'created_at::date': 'created_day',
};

/** The older values `all` and `action_event` list all events, as in PostHog. */
const ORIGINS: Readonly<Record<string, EventDefinitionListQuery['origin']>> = {
  event: 'any',
  all: 'any',
  action_event: 'any',
  event_posthog: 'ours',
  event_custom: 'custom',
};

/** Events that were last seen before are stale. */
const STALE_AFTER_MS = 30 * 24 * 3_600_000;

/** The parameters of the list; `eventDefinitionQuery` reads them. */
export const eventDefinitionParameters = z.object({
  ...pageParameters,
  search: parameter('Words that the name contains, case-insensitive; the shortest names first.'),
  event_type: choiceParameter('Only events of SDKs, or only others.', [
    ...['event', 'event_posthog', 'event_custom'],
  ]),
  ordering: choiceParameter(
    'May be repeated, or a list with commas. Default: the latest day seen first.',
    Object.keys(ORDERINGS).flatMap((name) => [name, `-${name}`]),
  ),
  names: parameter('Exact names, separated by commas. May be repeated.'),
  excluded_properties: parameter('Names of events to exclude, as JSON or separated by commas.'),
  exclude_stale: booleanParameter('Excludes events that were last seen more than 30 days ago.'),
  ...describedParameters,
});

/**
 * Reads the list's query string (`docs/wire/management.md#event-definitions`); invalid values count as absent, except
 * for the type.
 *
 * @throws ApiError 400
 */
export function eventDefinitionQuery(
  parameters: URLSearchParams,
  now: Date,
): Omit<EventDefinitionListQuery, 'page'> {
  const words = searchWords(parameters);
  const names = parameters.getAll('names').flatMap((text) => nameList(text) ?? []);
  const isStaleExcluded = flagParameter(parameters.get('exclude_stale')) === true;
  return {
    words,
    aliases: eventsCalled(words),
    ...describedAs(parameters),
    origin: originOf(parameters),
    ...(names.length > 0 && { names }),
    excludedNames: nameList(parameters.get('excluded_properties')) ?? [],
    ...(isStaleExcluded && { seenSince: new Date(now.getTime() - STALE_AFTER_MS) }),
    order: parameters
      .getAll('ordering')
      .flatMap((text) => text.split(','))
      .flatMap(orderOf),
  };
}

function originOf(parameters: URLSearchParams): EventDefinitionListQuery['origin'] {
  const type = parameters.get('event_type') ?? 'event';
  const origin = Object.hasOwn(ORIGINS, type) ? ORIGINS[type] : undefined;
  if (origin !== undefined) return origin;
  throw validationError(
    'invalid_choice',
    'Not a valid event type. Use one of: event, event_custom, event_posthog.',
    'event_type',
  );
}

function orderOf(ordering: string): EventDefinitionOrder[] {
  const name = ordering.replace(/^-/, '');
  const field = Object.hasOwn(ORDERINGS, name) ? ORDERINGS[name] : undefined;
  return field === undefined ? [] : [{ field, descending: ordering.startsWith('-') }];
}
