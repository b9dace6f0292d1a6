import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/client';
import type { QueryResponse } from '../../api/query-runner';
import type { SqlResult } from '../../queries/sql/result';
import { sqlResultOf } from '../../queries/sql/result';

const PAGE_SIZE = 1_000;

interface Pages {
  /** All rows that were read so far; null until more than the first rows were asked for. */
  readonly result: SqlResult | null;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly readMore: () => void;
}

/**
 * The rows of a result beyond those of its run, page by page. The pages begin anew: they are in a total order and show
 * one moment, so none shows a row twice (docs/compatibility/queries.md).
 */
export function usePages(projectId: number, runKey: string, query: unknown): Pages {
  const [wantedFor, setWantedFor] = useState<string | null>(null);
  const pages = useInfiniteQuery({
    queryKey: ['sql-pages', projectId, runKey],
    enabled: wantedFor === runKey,
    staleTime: Infinity,
    retry: false,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const page = pageParam === null ? { page_size: PAGE_SIZE } : { cursor: pageParam };
      return request<QueryResponse>('POST', `/api/projects/${projectId}/query/`, {
        body: { query, refresh: 'blocking', ...page },
        signal,
      });
    },
    getNextPageParam: (last) =>
      typeof last['nextCursor'] === 'string' ? last['nextCursor'] : undefined,
  });
  const results = (pages.data?.pages ?? []).map(sqlResultOf);
  const [first] = results;
  const result =
    first === undefined
      ? null
      : { ...first, rows: results.flatMap(({ rows }) => rows), hasMore: pages.hasNextPage };
  const readMore = (): void => {
    if (wantedFor !== runKey) setWantedFor(runKey);
    else if (pages.error !== null && pages.data === undefined) void pages.refetch();
    else void pages.fetchNextPage();
  };
  return { result, isLoading: pages.isFetching, error: pages.error, readMore };
}
