import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { runQuery } from '../../api/query-runner';
import type { EventRow } from '../../queries/activity/event-rows';
import { rowOfResult } from '../../queries/activity/event-rows';
import type { EventsNode } from '../../queries/activity/events-query';
import { PAGE_ROWS, pageQuery, selectedColumns } from '../../queries/activity/events-query';

/** Clocks of clients run ahead a little. */
const AHEAD_MS = 5_000;

/** Pages of the events of a query, newest first. */
export function useHistory(projectId: number, node: EventsNode | undefined) {
  const [until, setUntil] = useState(now);
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

function now(): string {
  return new Date(Date.now() + AHEAD_MS).toISOString();
}
