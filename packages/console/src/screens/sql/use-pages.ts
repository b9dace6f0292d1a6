import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/client';
import type { QueryResponse } from '../../api/query-runner';
import type { SqlResult } from '../../queries/sql/result';
import { sqlResultOf } from '../../queries/sql/result';

const PAGE_SIZE = 1_000;

interface Pages {
  /** All rows that were loaded so far; null until the user requests more rows than the first ones. */
  readonly result: SqlResult | null;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly readMore: () => void;
}

/**
 * Loads the rows after the first ones, page by page. It starts again with the first page: all pages have one total
 * order and show the data at one timestamp, so no row is repeated (docs/compatibility/queries.md).
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
