import type { QueryClient } from '@tanstack/react-query';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { QueryProgress, QueryResponse } from '../api/query-runner';
import { runQuery } from '../api/query-runner';
import type { QueryNode } from '../queries/query-link';
import { useProjectId } from '../session/me';

/** A response with its query, which can be the previous query while a new one runs. */
export interface Answer<Q extends QueryNode> {
  readonly query: Q;
  readonly response: QueryResponse;
}

export interface QueryRun<Q extends QueryNode> {
  /** The last response. While a changed query runs, it is the response of the previous query. */
  readonly answer: Answer<Q> | undefined;
  readonly error: unknown;
  readonly isRunning: boolean;
  /** Whether the shown response belongs to another query or to an older run. */
  readonly isOutdated: boolean;
  readonly progress: QueryProgress | null;
  /** The id of the last run on the server, by which the query log finds it; null before the first run. */
  readonly queryId: string | null;
  /** Whether the user cancelled the run. */
  readonly isCancelled: boolean;
  readonly cancel: () => void;
  /** Computes the result again and ignores the stored result. */
  readonly refresh: () => void;
}

/** A result is not computed again automatically within this time. */
const FRESH_MS = 60_000;

/**
 * Runs a query of the project. It returns the stored result first and a fresh one when it is computed, with the
 * progress and a function that cancels the run.
 */
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

/** For each query client, the time (in milliseconds) at which all shown runs were last refreshed. */
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

/** Whether the condition has been true for the given number of milliseconds without a break. */
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
