import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly distinct_ids: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly last_seen_at?: string | null;
}

interface PersonPage {
  readonly results: readonly Person[];
  readonly next: string | null;
}

const PAGE = 100;

/** A page of the persons whose name, email or distinct id contains the text. */
export function personListQuery(projectId: number, search: string, offset: number) {
  const parameters = new URLSearchParams({ limit: String(PAGE), offset: String(offset) });
  if (search !== '') parameters.set('search', search);
  return queryOptions({
    queryKey: ['persons', projectId, search, offset],
    queryFn: ({ signal }) =>
      request<PersonPage>('GET', `/api/projects/${projectId}/persons/?${parameters}`, { signal }),
  });
}

/** The person with a distinct id; null if there is none. */
export function personQuery(projectId: number, distinctId: string) {
  const parameters = new URLSearchParams({ distinct_id: distinctId });
  return queryOptions({
    queryKey: ['person', projectId, distinctId],
    queryFn: async ({ signal }): Promise<Person | null> => {
      const path = `/api/projects/${projectId}/persons/?${parameters}`;
      const { results } = await request<PersonPage>('GET', path, { signal });
      return results[0] ?? null;
    },
  });
}

export interface PersonCohort {
  readonly id: number;
  readonly name: string;
}

export function personCohortsQuery(projectId: number, personId: string) {
  return queryOptions({
    queryKey: ['person-cohorts', projectId, personId],
    queryFn: async ({ signal }) => {
      const path = `/api/projects/${projectId}/persons/cohorts/?person_id=${personId}`;
      const { results } = await request<{ results: readonly PersonCohort[] }>('GET', path, {
        signal,
      });
      return results;
    },
  });
}

export interface PersonFlag {
  readonly id: number;
  readonly key: string;
  readonly value: boolean | string;
  readonly reason: { readonly code: string; readonly description: string };
}

/** The current values of all flags for a distinct id, as an SDK would get them, with the reasons. */
export function personFlagsQuery(projectId: number, distinctId: string) {
  return queryOptions({
    queryKey: ['person-flags', projectId, distinctId],
    queryFn: async ({ signal }) => {
      const path = `/api/projects/${projectId}/feature_flags/dry_run/`;
      const { flags } = await request<{ flags: readonly PersonFlag[] }>('POST', path, {
        body: { distinct_id: distinctId },
        signal,
      });
      return flags;
    },
  });
}

export interface PersonEvent {
  readonly uuid: string;
  readonly event: string;
  readonly timestamp: string;
  readonly distinctId: string;
  readonly url: unknown;
  readonly properties: unknown;
}

const EVENTS = 200;

/** The latest events of a person, with any of their distinct ids. */
export function personEventsQuery(projectId: number, personId: string) {
  return queryOptions({
    queryKey: ['person-events', projectId, personId],
    queryFn: async ({ signal }): Promise<readonly PersonEvent[]> => {
      const query = {
        kind: 'EventsQuery',
        select: [
          'uuid',
          'event',
          'timestamp',
          'distinct_id',
          'properties.$current_url',
          'properties',
        ],
        personId,
        after: 'all',
        orderBy: ['timestamp DESC'],
        limit: EVENTS,
      };
      const { results } = await request<{
        results: [string, string, string, string, unknown, unknown][];
      }>('POST', `/api/projects/${projectId}/query/`, {
        body: { query, refresh: 'blocking' },
        signal,
      });
      return results.map(([uuid, event, timestamp, distinctId, url, properties]) => ({
        uuid,
        event,
        timestamp,
        distinctId,
        url,
        properties,
      }));
    },
  });
}
