import type { EventRow } from './event-rows';

/** The events of a live stream: the shown ones, and those that wait until the user shows them. */
export interface LiveList {
  /** Newest first. */
  readonly shown: readonly EventRow[];
  /** Newest first. */
  readonly waiting: readonly EventRow[];
  /** The number of events that the server left out because there were too many. */
  readonly skipped: number;
}

/** The maximum number of shown live events. Older ones are dropped, because the history contains them. */
export const MAX_LIVE_ROWS = 5_000;

export const NO_LIVE_EVENTS: LiveList = { shown: [], waiting: [], skipped: 0 };

/**
 * The list after more events have arrived.
 *
 * @param incoming oldest first; known events are left out
 * @param isFollowing whether new events are shown immediately
 */
export function received(
  list: LiveList,
  incoming: readonly EventRow[],
  skipped: number,
  isFollowing: boolean,
): LiveList {
  const known = new Set([...list.waiting, ...list.shown].map(({ uuid }) => uuid));
  const fresh: EventRow[] = [];
  for (const row of incoming) {
    if (known.has(row.uuid)) continue;
    known.add(row.uuid);
    fresh.push(row);
  }
  const waiting = [...fresh.reverse(), ...list.waiting].slice(0, MAX_LIVE_ROWS);
  const next = { shown: list.shown, waiting, skipped: list.skipped + skipped };
  return isFollowing ? released(next) : next;
}

/** The list after all waiting events are shown. */
export function released({ shown, waiting, skipped }: LiveList): LiveList {
  if (waiting.length === 0) return { shown, waiting, skipped };
  return { shown: [...waiting, ...shown].slice(0, MAX_LIVE_ROWS), waiting: [], skipped };
}

/** The live events that are not in the history, followed by the history. */
export function merged(
  live: readonly EventRow[],
  history: readonly EventRow[],
): readonly EventRow[] {
  if (live.length === 0) return history;
  const known = new Set(live.map(({ uuid }) => uuid));
  return [...live, ...history.filter(({ uuid }) => !known.has(uuid))];
}
