import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client';
import { runFresh, runHelper } from '../../api/query-runner';

export interface Pulse {
  readonly lastHour: number;
  readonly lastDay: number;
  readonly persons: number;
}

/** The number of events in the last hour and the last day, and the number of persons in the last day. */
export function pulseQuery(projectId: number) {
  return queryOptions({
    queryKey: ['home-pulse', projectId],
    refetchInterval: 60_000,
    queryFn: async ({ signal }): Promise<Pulse> => {
      const query = {
        kind: 'HogQLQuery',
        query: `select countIf(timestamp > now() - interval 1 hour), count(), uniq(person_id)
          from events where timestamp > now() - interval 1 day and timestamp <= now()`,
      };
      const { results } = await runFresh<{ results: [number, number, number][] }>(
        projectId,
        query,
        signal,
      );
      const [[lastHour, lastDay, persons] = [0, 0, 0]] = results;
      return { lastHour, lastDay, persons };
    },
  });
}

export interface NewEvent {
  readonly name: string;
  readonly firstSeen: string;
}

const NEW_NAMES = 8;

/** The names of events that occurred for the first time in the last seven days, newest first. */
export function newEventsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['home-new-events', projectId],
    queryFn: async ({ signal }): Promise<readonly NewEvent[]> => {
      const query = {
        kind: 'HogQLQuery',
        query: `select event, min(timestamp) as first from events group by event
          having first > now() - interval 7 day order by first desc limit ${NEW_NAMES}`,
      };
      const { results } = await runHelper<{ results: [string, string][] }>(
        projectId,
        query,
        signal,
      );
      return results.map(([name, firstSeen]) => ({ name, firstSeen }));
    },
  });
}

export interface OpenedInsight {
  readonly short_id: string;
  readonly name: string | null;
  readonly derived_name: string | null;
}

/** The insights that the user opened most recently. */
export function lastOpenedQuery(projectId: number) {
  return queryOptions({
    queryKey: ['home-last-opened', projectId],
    queryFn: ({ signal }) =>
      request<readonly OpenedInsight[]>(
        'GET',
        `/api/projects/${projectId}/insights/my_last_viewed/`,
        {
          signal,
        },
      ),
  });
}

export interface WarningSummary {
  readonly type: string;
  readonly count: number;
}

/** The ingestion warnings of the last day, by type. */
export function recentWarningsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['home-warnings', projectId],
    queryFn: async ({ signal }): Promise<readonly WarningSummary[]> => {
      const query = {
        kind: 'HogQLQuery',
        query: `select type, sum(count) as events from system.ingestion_warnings
          where timestamp > now() - interval 1 day group by type order by events desc limit 10`,
      };
      const { results } = await runHelper<{ results: [string, number][] }>(
        projectId,
        query,
        signal,
      );
      return results.map(([type, count]) => ({ type, count }));
    },
  });
}
