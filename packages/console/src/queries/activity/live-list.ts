import type { EventRow } from './event-rows';

/** Events of a live stream: those that are shown, and those that wait until the user shows them. */
export interface LiveList {
  /** Newest first. */
  readonly shown: readonly EventRow[];
  /** Newest first. */
  readonly waiting: readonly EventRow[];
  /** Events that the server left out because there were too many. */
  readonly skipped: number;
}

/** Older live events are dropped: the history has them. */
export const MAX_LIVE_ROWS = 5_000;

export const NO_LIVE_EVENTS: LiveList = { shown: [], waiting: [], skipped: 0 };

/**
 * The list after more events came in.
 *
 * @param incoming oldest first; one that is known already is left out
 * @param isFollowing whether they are shown at once
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

/** The list with everything shown that waited. */
export function released({ shown, waiting, skipped }: LiveList): LiveList {
  if (waiting.length === 0) return { shown, waiting, skipped };
  return { shown: [...waiting, ...shown].slice(0, MAX_LIVE_ROWS), waiting: [], skipped };
}

/** Live events above those of the history that are not among them. */
export function merged(
  live: readonly EventRow[],
  history: readonly EventRow[],
): readonly EventRow[] {
  if (live.length === 0) return history;
  const known = new Set(live.map(({ uuid }) => uuid));
  return [...live, ...history.filter(({ uuid }) => !known.has(uuid))];
}
