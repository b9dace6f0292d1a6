import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { runQuery } from '../../api/query-runner';
import type { EventRow } from '../../queries/activity/event-rows';
import { rowOfResult } from '../../queries/activity/event-rows';
import type { EventsNode } from '../../queries/activity/events-query';
import { PAGE_ROWS, pageQuery, selectedColumns } from '../../queries/activity/events-query';

/** Includes events of clients whose clocks are slightly ahead. */
const AHEAD_MS = 5_000;
const AFTER_PAINT_MS = 100;

/**
 * Pages of the events of a query, newest first. When the user returns to the screen, the rows of the last visit are
 * shown immediately, and newer rows are loaded afterwards.
 */
export function useHistory(projectId: number, node: EventsNode | undefined) {
  const [until, setUntil] = useUntil(projectId);
  // Columns that are read from the event itself do not change the query.
  const asked = node === undefined ? null : { ...node, select: selectedColumns(node) };
  const query = useInfiniteQuery({
    queryKey: ['events', projectId, asked, until],
    enabled: node !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const wanted = node ?? { kind: 'EventsQuery' };
      const selected = selectedColumns(wanted);
      const { results, hasMore } = await runQuery(projectId, pageQuery(wanted, until, pageParam), {
        signal,
      });
      const rows = (results as readonly (readonly unknown[])[]).flatMap((cells): EventRow[] => {
        const row = rowOfResult(cells, selected);
        return row === null ? [] : [row];
      });
      return { rows, hasMore: hasMore === true };
    },
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length * PAGE_ROWS : undefined),
  });
  return { query, refresh: () => setUntil(now()) };
}

/** The time up to which events are read: first the time of the last visit, then the current time. */
function useUntil(projectId: number) {
  const client = useQueryClient();
  const [before] = useState(() => client.getQueryData<string>(['events-until', projectId]));
  const [until, setUntil] = useState(() => before ?? now());
  useEffect(() => {
    client.setQueryData(['events-until', projectId], until);
  }, [client, projectId, until]);
  useEffect(() => {
    if (before === undefined) return undefined;
    // Waits until the stored rows are painted.
    const timer = setTimeout(() => setUntil(now()), AFTER_PAINT_MS);
    return () => clearTimeout(timer);
  }, [before]);
  return [until, setUntil] as const;
}

function now(): string {
  return new Date(Date.now() + AHEAD_MS).toISOString();
}
