import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/client';
import { runHelper } from '../../../api/query-runner';
import type { DefinitionDraft } from '../../../queries/data/definition';
import { hogqlName, hogqlText } from '../../../queries/hogql-text';

/** The definitions that a list contains. */
export type Subject =
  | { readonly kind: 'events' }
  | {
      readonly kind: 'properties';
      readonly type: 'event' | 'person' | 'group';
      /** The index of the group type; only set for group properties. */
      readonly groupTypeIndex?: number;
    };

/** A definition in its wire format (`docs/wire/management.md#event-definitions`). */
export interface Definition {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly verified: boolean;
  readonly verified_at: string | null;
  readonly verified_by: { readonly email: string } | null;
  readonly hidden: boolean;
  readonly updated_at: string | null;
  readonly updated_by: { readonly email: string } | null;
  /** Only set for events. */
  readonly created_at?: string;
  readonly last_seen_at?: string | null;
  /** Only set for properties. */
  readonly property_type?: string | null;
  /** Whether the server computes the property, so that its definition cannot be edited. */
  readonly virtual?: boolean;
}

export interface DefinitionFilters {
  readonly text: string;
  /** `true`, `false`, or empty for both. */
  readonly verified: string;
  /** Whether hidden definitions are listed, too. */
  readonly withHidden: boolean;
  /** Tag names, separated by commas; a definition matches if it has one of them. */
  readonly tag: string;
  /** `own` excludes names that SDKs send, `sdk` lists only those; empty for both. */
  readonly names: string;
  readonly offset: number;
}

interface Page {
  readonly count: number;
  readonly results: readonly Definition[];
}

export const PAGE_ROWS = 50;
const DAYS = 30;
const RECENT = `timestamp > now() - interval ${DAYS} day and timestamp <= now()`;

const routeOf = ({ kind }: Subject): string =>
  kind === 'events' ? 'event_definitions' : 'property_definitions';

const path = (projectId: number, subject: Subject, rest: string): string =>
  `/api/projects/${projectId}/${routeOf(subject)}/${rest}`;

/** The scope that allows changes of these definitions. */
export const writeScope = ({ kind }: Subject): string =>
  kind === 'events' ? 'event_definition:write' : 'property_definition:write';

export function definitionListQuery(
  projectId: number,
  subject: Subject,
  filters: DefinitionFilters,
) {
  return queryOptions({
    queryKey: ['definitions', projectId, subject, filters],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      request<Page>('GET', path(projectId, subject, `?${parameters(subject, filters)}`), {
        signal,
      }),
  });
}

function parameters(subject: Subject, filters: DefinitionFilters): URLSearchParams {
  const { text, verified, withHidden, tag, names, offset } = filters;
  const given: Readonly<Record<string, string | undefined>> = {
    limit: String(PAGE_ROWS),
    offset: String(offset),
    search: text,
    verified,
    tags: tag,
    exclude_hidden: withHidden ? '' : 'true',
    ...(subject.kind === 'events'
      ? { event_type: { own: 'event_custom', sdk: 'event_posthog' }[names] }
      : {
          type: subject.type,
          group_type_index: subject.groupTypeIndex?.toString(),
          exclude_core_properties: names === 'own' ? 'true' : '',
        }),
  };
  const used = Object.entries(given).filter(([, value]) => (value ?? '') !== '');
  return new URLSearchParams(used as [string, string][]);
}

export function definitionQuery(projectId: number, subject: Subject, id: string) {
  return queryOptions({
    queryKey: ['definition', projectId, subject.kind, id],
    queryFn: ({ signal }) =>
      request<Definition>('GET', path(projectId, subject, `${encodeURIComponent(id)}/`), {
        signal,
      }),
  });
}

/** @throws ApiError 400 */
export function saveDefinition(
  projectId: number,
  subject: Subject,
  id: string,
  changes: Partial<DefinitionDraft>,
): Promise<Definition> {
  const route = path(projectId, subject, `${encodeURIComponent(id)}/`);
  return request('PATCH', route, { body: changes });
}

export function forgetDefinition(projectId: number, subject: Subject, id: string) {
  return request('DELETE', path(projectId, subject, `${encodeURIComponent(id)}/`));
}

/** The number of events in the last 30 days, by name. Names without events are missing. */
export function eventCountsQuery(projectId: number, names: readonly string[]) {
  return queryOptions({
    queryKey: ['event-counts', projectId, names],
    enabled: names.length > 0,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const query = `select event, count() from events
        where ${RECENT} and event in (${names.map(hogqlText).join(', ')})
        group by event limit ${PAGE_ROWS}`;
      return new Map(await rowsOf(projectId, query, signal));
    },
  });
}

/** The names of the events in the last 30 days that have a property, the most frequent first. */
export function eventsWithQuery(projectId: number, property: string) {
  return queryOptions({
    queryKey: ['events-with', projectId, property],
    staleTime: 60_000,
    queryFn: ({ signal }) => {
      const query = `select event, count() as number from events
        where ${RECENT} and properties.${hogqlName(property)} is not null
        group by event order by number desc limit 20`;
      return rowsOf(projectId, query, signal);
    },
  });
}

/** The names of the properties of an event. */
export function propertiesOfEventQuery(projectId: number, event: string) {
  return queryOptions({
    queryKey: ['definitions', projectId, 'of-event', event],
    queryFn: ({ signal }) => {
      const given = { type: 'event', event_names: JSON.stringify([event]), limit: '200' };
      const wanted = new URLSearchParams({
        ...given,
        filter_by_event_names: 'true',
        exclude_hidden: 'true',
      });
      const route = `/api/projects/${projectId}/property_definitions/?${wanted.toString()}`;
      return request<Page>('GET', route, { signal });
    },
  });
}

async function rowsOf(
  projectId: number,
  query: string,
  signal: AbortSignal,
): Promise<readonly (readonly [string, number])[]> {
  const node = { kind: 'HogQLQuery', query };
  const { results } = await runHelper<{ results: (readonly [string, number])[] }>(
    projectId,
    node,
    signal,
  );
  return results;
}
