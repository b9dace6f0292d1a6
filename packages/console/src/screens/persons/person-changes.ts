import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client';
import { runHelper } from '../../api/query-runner';
import type { PropertyChange, PropertyWrite } from '../../queries/persons/property-history';
import { objectOf, propertyChanges, textsOf } from '../../queries/persons/property-history';
import { hogqlText } from '../../queries/hogql-text';

/** The path of the API for a person. */

const pathOf = (projectId: number, personId: string, rest = ''): string =>
  `/api/projects/${projectId}/persons/${encodeURIComponent(personId)}/${rest}`;

/** Splits distinct ids from a person. Each becomes a separate person without properties. */
export function splitOff(
  projectId: number,
  personId: string,
  distinctIds: readonly string[],
): Promise<unknown> {
  const body = { distinct_ids_to_split: distinctIds };
  return request('POST', pathOf(projectId, personId, 'split/'), { body });
}

export interface Deletion {
  readonly withEvents: boolean;
}

/** Deletes a person with all their distinct ids and, if `withEvents` is set, their events and recordings. */
export function deletePerson(
  projectId: number,
  personId: string,
  { withEvents }: Deletion,
): Promise<unknown> {
  const search = withEvents ? '?delete_events=true&delete_recordings=true' : '';
  return request('DELETE', `${pathOf(projectId, personId)}${search}`);
}

/** Deletes the events of a person, but not the person. */
export function deleteEvents(projectId: number, personId: string): Promise<unknown> {
  return request('POST', pathOf(projectId, personId, 'delete_events/'), { body: {} });
}

export function setProperty(
  projectId: number,
  personId: string,
  property: { readonly key: string; readonly value: unknown },
): Promise<unknown> {
  return request('POST', pathOf(projectId, personId, 'update_property/'), { body: property });
}

export function removeProperty(projectId: number, personId: string, key: string): Promise<unknown> {
  return request('POST', pathOf(projectId, personId, 'delete_property/'), {
    body: { $unset: key },
  });
}

/** Merges another person into this one by sending an event, as clients do. */
export function mergePersons(apiKey: string, into: string, other: string): Promise<unknown> {
  const body = {
    ...{ api_key: apiKey, event: '$merge_dangerously', distinct_id: into },
    properties: { alias: other, $lib: 'tidemark-console' },
  };
  return request('POST', '/capture/', { body });
}

const WRITES = 500;

/** The changes of a person's properties, computed from the latest events that set or removed properties. */
export function propertyChangesQuery(projectId: number, personId: string) {
  return queryOptions({
    queryKey: ['person-changes', projectId, personId],
    queryFn: async ({ signal }): Promise<readonly PropertyChange[]> => {
      const query = {
        kind: 'HogQLQuery',
        query: `select toString(uuid), event, toString(timestamp), properties.$set, properties.$set_once,
            properties.$unset
          from events where person_id = ${hogqlText(personId)}
            and (isNotNull(properties.$set) or isNotNull(properties.$set_once)
              or isNotNull(properties.$unset))
          order by timestamp desc limit ${WRITES}`,
      };
      type Row = [string, string, string, unknown, unknown, unknown];
      const { results } = await runHelper<{ results: Row[] }>(projectId, query, signal);
      const writes = results.map(
        ([uuid, event, timestamp, set, setOnce, unset]): PropertyWrite => ({
          ...{ uuid, event, timestamp },
          set: objectOf(set),
          setOnce: objectOf(setOnce),
          unset: textsOf(unset),
        }),
      );
      return propertyChanges(writes.toReversed());
    },
  });
}

export interface PersonSession {
  readonly id: string;
  readonly start: string;
  readonly seconds: number;
  readonly entry: unknown;
  readonly exit: unknown;
  readonly pageviews: number;
  readonly channel: unknown;
}

const SESSIONS = 200;

/** The latest sessions of a person, with any of their distinct ids. */
export function personSessionsQuery(projectId: number, personId: string) {
  return queryOptions({
    queryKey: ['person-sessions', projectId, personId],
    queryFn: async ({ signal }): Promise<readonly PersonSession[]> => {
      const query = {
        kind: 'SessionsQuery',
        select: [
          ...['session_id', '$start_timestamp', '$session_duration', '$entry_current_url'],
          ...['$end_current_url', '$pageview_count', '$channel_type'],
        ],
        personId,
        after: 'all',
        orderBy: ['$start_timestamp DESC'],
        limit: SESSIONS,
      };
      type Row = [string, string, number, unknown, unknown, number, unknown];
      const { results } = await runHelper<{ results: Row[] }>(projectId, query, signal);
      return results.map(([id, start, seconds, entry, exit, pageviews, channel]) => ({
        ...{ id, start, seconds, entry, exit, pageviews, channel },
      }));
    },
  });
}
