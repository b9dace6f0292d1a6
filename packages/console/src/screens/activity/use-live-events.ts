import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error';
import { readEventStream } from '../../api/event-stream';
import type { StreamMessage } from '../../api/sse-parser';
import type { EventRow, LiveBody } from '../../queries/activity/event-rows';
import { rowOfLive } from '../../queries/activity/event-rows';
import type { LiveList } from '../../queries/activity/live-list';
import { NO_LIVE_EVENTS, received, released } from '../../queries/activity/live-list';

export interface LiveEvents {
  readonly list: LiveList;
  /** `hidden`: the tab is hidden, so the stream is closed. */
  readonly state: 'off' | 'connecting' | 'open' | 'hidden' | 'failed';
  readonly error: unknown;
  /** Shows the waiting events. */
  readonly release: () => void;
  readonly retry: () => void;
}

/** The minimum interval between updates of the list. */
const FLUSH_MS = 250;
const RETRY_MS = 2_000;

/**
 * The events of the project's live stream. The stream is open only while the tab is visible.
 *
 * @param parameters the filters of the stream; null closes it
 * @param isFollowing whether new events are shown immediately
 */
export function useLiveEvents(
  projectId: number,
  parameters: string | null,
  isFollowing: boolean,
): LiveEvents {
  const [list, setList] = useState(NO_LIVE_EVENTS);
  const [state, setState] = useState<LiveEvents['state']>('off');
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const following = useRef(isFollowing);
  useEffect(() => {
    following.current = isFollowing;
  }, [isFollowing]);
  if (isFollowing && list.waiting.length > 0) setList(released);

  useEffect(() => {
    if (parameters === null) return;
    return listen(`/api/projects/${projectId}/events/live/?${parameters}`, {
      onState: (next, cause = null) => {
        setState(next);
        setError(cause);
      },
      onEvents: (rows, skipped) =>
        setList((old) => received(old, rows, skipped, following.current)),
    });
  }, [projectId, parameters, attempt]);

  const [listed, setListed] = useState(parameters);
  if (listed !== parameters) {
    // The filters changed, so earlier events do not match them.
    setListed(parameters);
    setList(NO_LIVE_EVENTS);
  }
  return {
    list,
    state: parameters === null ? 'off' : state,
    error,
    release: useCallback(() => setList(released), []),
    retry: useCallback(() => setAttempt((count) => count + 1), []),
  };
}

interface Listener {
  readonly onState: (state: LiveEvents['state'], error?: unknown) => void;
  readonly onEvents: (rows: readonly EventRow[], skipped: number) => void;
}

/**
 * Keeps a stream open while the page is visible.
 *
 * @returns a function that closes it
 */
function listen(path: string, { onState, onEvents }: Listener): () => void {
  const ending = new AbortController();
  let visible = new AbortController();
  let lastId: string | null = null;
  let waiting: StreamMessage[] = [];
  const flush = (): void => {
    if (waiting.length === 0) return;
    const messages = waiting;
    waiting = [];
    const { rows, skipped } = read(messages);
    onEvents(rows, skipped);
  };
  const timer = setInterval(flush, FLUSH_MS);

  const connect = async (): Promise<void> => {
    const { signal } = visible;
    while (!signal.aborted) {
      onState('connecting');
      try {
        await readEventStream(path, {
          signal,
          lastId,
          onOpen: () => onState('open'),
          onMessages: (messages) => {
            waiting.push(...messages);
            lastId = messages.findLast(({ id }) => id !== null)?.id ?? lastId;
          },
        });
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') return;
        const passes = error instanceof ApiError && error.isTemporary;
        onState(passes ? 'connecting' : 'failed', error);
        if (!passes) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };
  const onVisibility = (): void => {
    visible.abort();
    if (document.visibilityState === 'hidden') {
      onState('hidden');
      return;
    }
    visible = new AbortController();
    void connect();
  };
  document.addEventListener('visibilitychange', onVisibility, { signal: ending.signal });
  onVisibility();
  return () => {
    ending.abort();
    visible.abort();
    clearInterval(timer);
  };
}

function read(messages: readonly StreamMessage[]) {
  const rows: EventRow[] = [];
  let skipped = 0;
  for (const { event, data } of messages) {
    if (event === 'event') rows.push(rowOfLive(JSON.parse(data) as LiveBody));
    if (event === 'skipped') skipped += (JSON.parse(data) as { readonly count: number }).count;
  }
  return { rows, skipped };
}
