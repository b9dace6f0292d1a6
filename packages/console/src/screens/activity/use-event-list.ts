import { useMemo } from 'react';
import type { EventRow } from '../../queries/activity/event-rows';
import type { EventsNode } from '../../queries/activity/events-query';
import { liveParameters } from '../../queries/activity/events-query';
import { merged } from '../../queries/activity/live-list';
import { useHistory } from './use-history';
import { useLiveEvents } from './use-live-events';

const NO_ROWS: readonly EventRow[] = [];

export type EventListState = ReturnType<typeof useEventList>;

/**
 * The rows of the list: stored events, and above them the events that arrived live.
 *
 * @param isFollowing whether new events are shown immediately
 */
export function useEventList(
  projectId: number,
  node: EventsNode | undefined,
  { isLive, isFollowing }: { readonly isLive: boolean; readonly isFollowing: boolean },
) {
  const { query, refresh } = useHistory(projectId, node);
  const parameters = isLive && node !== undefined ? liveParameters(node).toString() : null;
  const live = useLiveEvents(projectId, parameters, isFollowing);
  const history = useMemo(() => query.data?.pages.flatMap(({ rows }) => rows) ?? [], [query.data]);
  const shownLive = isLive ? live.list.shown : NO_ROWS;
  const rows = useMemo(() => merged(shownLive, history), [shownLive, history]);
  const newKeys = useMemo(() => new Set(shownLive.map(({ uuid }) => uuid)), [shownLive]);
  return { query, refresh, live, rows, newKeys };
}
