import type { QueryClient } from '@tanstack/react-query';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { QueryProgress, QueryResponse } from '../api/query-runner';
import { runQuery } from '../api/query-runner';
import type { QueryNode } from '../queries/query-link';
import { useProjectId } from '../session/me';

/** A response and the query that it is the response to, which can be the one before. */
export interface Answer<Q extends QueryNode> {
  readonly query: Q;
  readonly response: QueryResponse;
}

export interface QueryRun<Q extends QueryNode> {
  /** The last response; while a changed query runs, the response of the previous query. */
  readonly answer: Answer<Q> | undefined;
  readonly error: unknown;
  readonly isRunning: boolean;
  /** Whether the shown answer is that of another query or an older run. */
  readonly isOutdated: boolean;
  readonly progress: QueryProgress | null;
  /** The id of the last run on the server, with which the query log is searched; null before the first run. */
  readonly queryId: string | null;
  /** The user stopped the run. */
  readonly isCancelled: boolean;
  readonly cancel: () => void;
  /** Computes again, whatever is stored. */
  readonly refresh: () => void;
}

/** Nothing is computed again by itself within this time. */
const FRESH_MS = 60_000;

/** Runs a query of the project: the stored response at once, a fresh one behind it, progress and cancel. */
export function useQueryRun<Q extends QueryNode>(query: Q, isEnabled = true): QueryRun<Q> {
  const projectId = useProjectId();
  const client = useQueryClient();
  const queryKey = ['run', projectId, query] as const;
  const isForced = useRef(false);
  const [progress, setProgress] = useState<QueryProgress | null>(null);
  const [queryId, setQueryId] = useState<string | null>(null);
  const [cancelledKey, setCancelledKey] = useState<string | null>(null);
  const run = useQuery({
    queryKey,
    enabled: isEnabled,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Answer<Q>> => {
      const force = isForced.current || isOlderThanRefresh(client, queryKey);
      isForced.current = false;
      setProgress(null);
      const response = await runQuery(projectId, query, {
        signal,
        force,
        onStart: setQueryId,
        onProgress: setProgress,
        onStored: (stored) => client.setQueryData(queryKey, { query, response: stored }),
      });
      return { query, response };
    },
  });
  const keyText = JSON.stringify(queryKey);
  return {
    answer: run.data,
    error: run.error,
    isRunning: run.isFetching,
    isOutdated: run.isPlaceholderData,
    progress: run.isFetching ? progress : null,
    queryId,
    isCancelled: cancelledKey === keyText && !run.isFetching,
    cancel: () => {
      setCancelledKey(keyText);
      void client.cancelQueries({ queryKey, exact: true });
    },
    refresh: () => {
      isForced.current = true;
      setCancelledKey(null);
      void run.refetch();
    },
  };
}

/** The time of the last refresh of all shown runs, in ms. */
const refreshedAt = new WeakMap<QueryClient, number>();

/** Whether the current result was computed before the last refresh of all runs. */
function isOlderThanRefresh(client: QueryClient, queryKey: readonly unknown[]): boolean {
  const computedAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
  return computedAt > 0 && computedAt < (refreshedAt.get(client) ?? 0);
}

/** Returns a function that computes all shown results again and ignores stored results. */
export function useRefreshRuns(): () => void {
  const projectId = useProjectId();
  const client = useQueryClient();
  return () => {
    refreshedAt.set(client, Date.now());
    void client.invalidateQueries({ queryKey: ['run', projectId] });
  };
}

/** True when the condition has held for so many milliseconds. */
export function useHeldFor(condition: boolean, milliseconds: number): boolean {
  const [hasHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!condition) return undefined;
    const timer = setTimeout(() => setHeld(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setHeld(false);
    };
  }, [condition, milliseconds]);
  return condition && hasHeld;
}
