import { queryOptions } from '@tanstack/react-query';
import { runFresh } from '../../api/query-runner';
import { request } from '../../api/client';

export interface SeenEvent {
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: string;
}

/** The latest event of the project; null if there is none yet. */
export function firstEventQuery(projectId: number) {
  return queryOptions({
    queryKey: ['first-event', projectId],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<SeenEvent | null> => {
      const query = {
        kind: 'HogQLQuery',
        query: 'select event, distinct_id, timestamp from events order by timestamp desc limit 1',
      };
      const { results } = await runFresh<{ results: [string, string, string][] }>(
        projectId,
        query,
        signal,
      );
      const [row] = results;
      if (row === undefined) return null;
      const [event, distinctId, timestamp] = row;
      return { event, distinctId, timestamp };
    },
  });
}

export interface IngestionWarning {
  readonly type: string;
  readonly count: number;
  readonly lastSeen: string;
}

/** The warnings of the last hour by type. */
export function warningsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['recent-warnings', projectId],
    refetchInterval: 5_000,
    queryFn: async ({ signal }): Promise<readonly IngestionWarning[]> => {
      const query = {
        kind: 'HogQLQuery',
        query: `select type, sum(count), toString(max(timestamp)) from system.ingestion_warnings
          where timestamp > now() - interval 1 hour group by type order by 2 desc limit 20`,
      };
      const { results } = await runFresh<{ results: [string, number, string][] }>(
        projectId,
        query,
        signal,
      );
      return results.map(([type, count, lastSeen]) => ({ type, count, lastSeen }));
    },
  });
}

/** Sends one event as a client does: to the public edge, with the token of the project. */
export async function sendTestEvent(apiKey: string): Promise<void> {
  const event = {
    api_key: apiKey,
    event: 'test event',
    distinct_id: 'console-test',
    properties: { $lib: 'tidemark-console', sent_from: 'first steps' },
  };
  await request('POST', '/capture/', { body: event });
}
