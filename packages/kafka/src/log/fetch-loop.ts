import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer } from '../client/library';
import type { StoredMessage } from '../client/reader';
import { fetchFrom, leadersOf } from '../client/reader';

/** Fetches from several brokers in parallel, without waiting for the slowest. */
export interface FetchLoop {
  /**
   * Sends a request to every leader of these partitions. Resolves when one of them has returned records, or when all have
   * responded.
   *
   * @param offsets the first offset, by partition
   * @param waitMs ms for which leaders wait for records; 0: they respond at once, and those that still wait are left out
   * @throws the error of a leader if no other leader has returned records
   */
  fetch(offsets: ReadonlyMap<number, bigint>, waitMs: number): Promise<void>;
  /** Resolves when no request is waiting at a leader. */
  settled(): Promise<void>;
  /** Ends a running wait. */
  close(): void;
}

/** The pause in ms while no partition has a leader. */
const PAUSE_MS = 100;
const MAX_BYTES = 16 * 1024 ** 2;
const MAX_PARTITION_BYTES = 4 * 1024 ** 2;

export function createFetchLoop(deps: {
  readonly consumer: Consumer;
  readonly topic: string;
  readonly onMessages: (messages: readonly StoredMessage[]) => void;
}): FetchLoop {
  const { consumer, topic, onMessages } = deps;
  /** The running request of each leader. A connection handles one request at a time, so the next one waits for it. */
  const pending = new Map<number, Promise<number>>();
  const closing = new AbortController();
  let mustRefresh = false;

  const ask = (
    node: number,
    topicId: string,
    offsets: ReadonlyMap<number, bigint>,
    waitMs: number,
  ): Promise<number> => {
    const asked = fetchFrom(consumer, node, topicId, offsets, {
      maxWaitMs: waitMs,
      maxBytes: MAX_BYTES,
      maxBytesPerPartition: MAX_PARTITION_BYTES,
    })
      .then(
        (messages) => {
          onMessages(messages);
          return messages.length;
        },
        (error: unknown) => {
          mustRefresh = true;
          throw error;
        },
      )
      .finally(() => pending.delete(node));
    pending.set(node, asked);
    // Prevents an unhandled rejection; waiting callers get the error.
    asked.catch(() => undefined);
    return asked;
  };

  const fetchOnce = async (offsets: ReadonlyMap<number, bigint>, waitMs: number): Promise<void> => {
    const { topicId, leaders } = await leadersOf(consumer, topic, mustRefresh);
    mustRefresh = false;
    const byLeader = new Map<number, Map<number, bigint>>();
    for (const [partition, offset] of offsets) {
      const leader = leaders[partition] ?? -1;
      if (leader < 0) mustRefresh = true;
      else {
        const wanted = byLeader.get(leader) ?? new Map<number, bigint>();
        byLeader.set(leader, wanted.set(partition, offset));
      }
    }
    const asked = [...byLeader].flatMap(([node, wanted]) => {
      const waiting = pending.get(node);
      if (waiting === undefined) return [ask(node, topicId, wanted, waitMs)];
      return waitMs > 0 ? [waiting] : [];
    });
    if (asked.length > 0) await firstWithSomething(asked);
    else await delay(Math.min(waitMs, PAUSE_MS));
  };

  return {
    fetch: (offsets, waitMs) => unlessAborted(fetchOnce(offsets, waitMs), closing.signal),
    settled: async () => {
      await unlessAborted(Promise.allSettled(pending.values()), closing.signal);
    },
    close: () => closing.abort(),
  };
}

/** Resolves when the work or the signal ends, because a closed client may never respond. */
function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => resolve();
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    work.then(end, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

/** Resolves with the first request that returned records, else when all have ended; rejects if one failed then. */
function firstWithSomething(asked: readonly Promise<number>[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let open = asked.length;
    const failures: unknown[] = [];
    const end = (): void => {
      open -= 1;
      if (open > 0) return;
      if (failures.length === 0) resolve();
      else reject(failures[0] instanceof Error ? failures[0] : new Error(String(failures[0])));
    };
    for (const one of asked) {
      one.then(
        (count) => {
          if (count > 0) resolve();
          end();
        },
        (error: unknown) => {
          failures.push(error);
          end();
        },
      );
    }
  });
}
