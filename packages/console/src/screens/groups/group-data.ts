import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client';
import { runHelper } from '../../api/query-runner';
import { hogqlText } from '../../queries/hogql-text';

export interface Group {
  readonly group_type_index: number;
  readonly group_key: string;
  readonly group_properties: Readonly<Record<string, unknown>>;
  readonly created_at: string;
}

const path = (projectId: number, rest: string): string => `/api/projects/${projectId}/${rest}`;

interface GroupPage {
  readonly results: readonly Group[];
  readonly next: string | null;
}

/** The groups of a type, newest first. `search` is a part of the key or of a property. */
export function groupListQuery(
  projectId: number,
  of: { readonly index: number; readonly search: string; readonly cursor: string },
) {
  const parameters = new URLSearchParams({ group_type_index: String(of.index) });
  if (of.search !== '') parameters.set('search', of.search);
  if (of.cursor !== '') parameters.set('cursor', of.cursor);
  return queryOptions({
    queryKey: ['groups', projectId, of],
    queryFn: ({ signal }) =>
      request<GroupPage>('GET', path(projectId, `groups/?${parameters}`), { signal }),
  });
}

/** The cursor in the URL of the next page; null on the last page. */
export function cursorOf(next: string | null): string | null {
  return next === null ? null : new URL(next, window.location.origin).searchParams.get('cursor');
}

const named = (index: number, key: string): string =>
  new URLSearchParams({ group_type_index: String(index), group_key: key }).toString();

export function groupQuery(projectId: number, index: number, key: string) {
  return queryOptions({
    queryKey: ['group', projectId, index, key],
    queryFn: ({ signal }) =>
      request<Group>('GET', path(projectId, `groups/find/?${named(index, key)}`), { signal }),
  });
}

export function setGroupProperty(
  projectId: number,
  { group_type_index: index, group_key: key }: Group,
  property: { readonly key: string; readonly value: unknown },
): Promise<Group> {
  const route = `groups/update_property/?${named(index, key)}`;
  return request('POST', path(projectId, route), { body: property });
}

export function removeGroupProperty(
  projectId: number,
  { group_type_index: index, group_key: key }: Group,
  property: string,
): Promise<Group> {
  const route = `groups/delete_property/?${named(index, key)}`;
  return request('POST', path(projectId, route), { body: { $unset: property } });
}

/** A person or group that has events in common with a group. */
export interface Related {
  readonly type: 'person' | 'group';
  readonly id: string;
  readonly name?: string;
  readonly distinct_ids?: readonly string[];
  readonly group_type_index?: number;
  readonly properties: Readonly<Record<string, unknown>>;
}

export function relatedQuery(projectId: number, index: number, key: string) {
  const parameters = new URLSearchParams({ group_type_index: String(index), id: key });
  return queryOptions({
    queryKey: ['related', projectId, index, key],
    queryFn: ({ signal }) =>
      request<readonly Related[]>('GET', path(projectId, `groups/related/?${parameters}`), {
        signal,
      }),
  });
}

export interface GroupEvent {
  readonly uuid: string;
  readonly event: string;
  readonly timestamp: string;
  readonly distinctId: string;
  readonly url: unknown;
  readonly properties: unknown;
}

const EVENTS = 200;

/** The latest events of a group. */
export function groupEventsQuery(projectId: number, index: number, key: string) {
  return queryOptions({
    queryKey: ['group-events', projectId, index, key],
    queryFn: async ({ signal }): Promise<readonly GroupEvent[]> => {
      const query = {
        kind: 'EventsQuery',
        select: [
          ...['uuid', 'event', 'timestamp', 'distinct_id'],
          ...['properties.$current_url', 'properties'],
        ],
        where: [`$group_${index} = ${hogqlText(key)}`],
        after: 'all',
        orderBy: ['timestamp DESC'],
        limit: EVENTS,
      };
      type Row = [string, string, string, string, unknown, unknown];
      const { results } = await runHelper<{ results: Row[] }>(projectId, query, signal);
      return results.map(([uuid, event, timestamp, distinctId, url, properties]) => ({
        ...{ uuid, event, timestamp, distinctId, url, properties },
      }));
    },
  });
}
