import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error';
import type { QueryProgress, QueryResponse } from '../../api/query-runner';
import { resumeQuery, runQuery } from '../../api/query-runner';
import type { SqlTab, TabRun } from '../../queries/sql/tabs';

type Run = Omit<TabRun, 'previous'>;
/** Called with the id of the run on the server; null if the result was stored, so that there was no run. */
type OnStart = (runKey: string, queryId: string | null) => void;

/** The state of the run of a tab. */
export interface RunState {
  readonly response: QueryResponse | null;
  /** Whether the response belongs to the previous run. */
  readonly isEarlier: boolean;
  readonly error: unknown;
  readonly isRunning: boolean;
}

function runOptions(projectId: number, run: Run, onStart: OnStart) {
  return queryOptions({
    queryKey: ['sql-run', projectId, run.key],
    staleTime: Infinity,
    gcTime: 30 * 60_000,
    retry: false,
    retryOnMount: false,
    refetchOnReconnect: false,
    queryFn: async ({ signal, client }): Promise<QueryResponse> => {
      const onProgress = (progress: QueryProgress): void => {
        client.setQueryData(progressKey(projectId, run.key), progress);
      };
      const options = { signal, onProgress };
      if (run.queryId !== null) {
        try {
          return await resumeQuery(projectId, run.queryId, options);
        } catch (error) {
          // The server does not have the run any more, so the query is sent again; a stored result is returned
          // immediately.
          if (!(error instanceof ApiError) || error.status !== 404) throw error;
        }
      }
      const response = await runQuery(projectId, run.query, {
        ...options,
        force: run.force && run.queryId === null,
        onStart: (queryId) => onStart(run.key, queryId),
      });
      if (response.is_cached === true) onStart(run.key, null);
      return response;
    },
  });
}

/** Runs the queries of all tabs, and returns the state of the active tab's run. Leaving the screen cancels them. */
export function useRuns(
  projectId: number,
  tabs: readonly SqlTab[],
  active: SqlTab,
  onStart: OnStart,
): RunState {
  const client = useQueryClient();
  const runs = tabs.flatMap(({ run }) => (run === null ? [] : [run]));
  const results = useQueries({ queries: runs.map((run) => runOptions(projectId, run, onStart)) });
  const { run } = active;
  const result = run === null ? undefined : results[runs.indexOf(run)];
  const previous = run?.previous ?? null;
  const earlier =
    previous === null
      ? undefined
      : client.getQueryData<QueryResponse>(['sql-run', projectId, previous.key]);
  const isEarlier = result?.data === undefined;
  return {
    response: result?.data ?? earlier ?? null,
    isEarlier,
    error: result?.error ?? null,
    isRunning: result?.isFetching ?? false,
  };
}

/** The last progress of a run that has not finished. */
export function useRunProgress(projectId: number, runKey: string): QueryProgress | null {
  const { data } = useQuery<QueryProgress>({
    queryKey: progressKey(projectId, runKey),
    queryFn: () => Promise.reject(new Error('Progress comes from the run.')),
    enabled: false,
  });
  return data ?? null;
}

/** Returns a function that cancels a run, also on the server. */
export function useCancelRun(projectId: number): (runKey: string) => Promise<void> {
  const client = useQueryClient();
  return (runKey) => client.cancelQueries({ queryKey: ['sql-run', projectId, runKey] });
}

function progressKey(projectId: number, runKey: string) {
  return ['sql-progress', projectId, runKey];
}
