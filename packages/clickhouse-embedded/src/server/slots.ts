import { ownError } from '../errors';

/** Releases the slot; safe to call twice. */
type ReleaseSlot = () => void;

export interface Slots {
  /**
   * Waits for a free slot, first come first served.
   * @throws ClickHouseException 202 if the queue is full or the wait takes too long; the reason of the signal if it is
   *   aborted before
   */
  acquire(signal: AbortSignal): Promise<ReleaseSlot>;
}

export interface SlotLimits {
  size: number;
  maxWaiting: number;
  maxWaitMs: number;
}

interface Waiter {
  grant(release: ReleaseSlot): void;
}

/** A counting semaphore with a bounded queue. */
export function createSlots({ size, maxWaiting, maxWaitMs }: SlotLimits): Slots {
  let free = size;
  const waiting: Waiter[] = [];

  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next.grant(once(release));
  };

  const acquire = (signal: AbortSignal): Promise<ReleaseSlot> => {
    if (signal.aborted) return Promise.reject(reasonOf(signal));
    if (free > 0) {
      free -= 1;
      return Promise.resolve(once(release));
    }
    if (waiting.length >= maxWaiting) return Promise.reject(tooMany(size));
    return new Promise((resolve, reject) => {
      const leave = (error: Error): void => {
        waiting.splice(waiting.indexOf(waiter), 1);
        stopWaiting();
        reject(error);
      };
      const onAbort = (): void => leave(reasonOf(signal));
      const timer = setTimeout(() => leave(tooMany(size)), maxWaitMs);
      const stopWaiting = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        grant: (releaseSlot) => {
          stopWaiting();
          resolve(releaseSlot);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      waiting.push(waiter);
    });
  };
  return { acquire };
}

function once(action: () => void): ReleaseSlot {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted');
}

function tooMany(size: number): Error {
  return ownError(202, `Too many simultaneous queries. Maximum: ${size}`);
}
