import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { runQuery } from '../../api/query-runner';
import type { EventRow } from '../../queries/activity/event-rows';
import { rowOfResult } from '../../queries/activity/event-rows';
import type { EventsNode } from '../../queries/activity/events-query';
import { PAGE_ROWS, pageQuery, selectedColumns } from '../../queries/activity/events-query';

/** Clocks of clients run ahead a little. */
const AHEAD_MS = 5_000;
const AFTER_PAINT_MS = 100;

/**
 * Pages of the events of a query, newest first. Back on the screen, the rows that were read before are there at once,
 * and newer ones behind them.
 */
export function useHistory(projectId: number, node: EventsNode | undefined) {
  const [until, setUntil] = useUntil(projectId);
  // Columns that events carry themselves change nothing in what is asked.
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

/** Up to when events are read: the time of the last visit at first, then now. */
function useUntil(projectId: number) {
  const client = useQueryClient();
  const [before] = useState(() => client.getQueryData<string>(['events-until', projectId]));
  const [until, setUntil] = useState(() => before ?? now());
  useEffect(() => {
    client.setQueryData(['events-until', projectId], until);
  }, [client, projectId, until]);
  useEffect(() => {
    if (before === undefined) return undefined;
    // After the paint of what is there.
    const timer = setTimeout(() => setUntil(now()), AFTER_PAINT_MS);
    return () => clearTimeout(timer);
  }, [before]);
  return [until, setUntil] as const;
}

function now(): string {
  return new Date(Date.now() + AHEAD_MS).toISOString();
}
