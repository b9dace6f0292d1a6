import type { EventBody } from '@tidemark/contracts';

/** An event as a stream sends it. */
export interface LiveEvent {
  /** Identifies a position in the stream; a client sends it back as `Last-Event-ID`. */
  readonly id: string;
  readonly body: EventBody;
}

/** The next events to send. */
export interface Batch {
  readonly events: readonly LiveEvent[];
  /** The number of earlier events that were omitted. */
  readonly skipped: number;
}

/** A listening client. */
export interface Viewer {
  take(batch: Batch): void;
  /** Sends what is queued, and accepts nothing after it. */
  end(): void;
  /** The next batch; `silence` if there was none within `waitMs`, null at the end. */
  next(waitMs: number): Promise<Batch | 'silence' | null>;
}

/** The maximum number of waiting events; older ones are dropped. */
const MAX_WAITING = 1_000;

/** @param signal the end of the connection */
export function createViewer(signal: AbortSignal): Viewer {
  let waiting: LiveEvent[] = [];
  let skipped = 0;
  let ended = signal.aborted;
  let wake: () => void = () => undefined;
  const end = (): void => {
    ended = true;
    wake();
  };
  signal.addEventListener('abort', end, { once: true });
  const isEmpty = (): boolean => waiting.length === 0 && skipped === 0;
  return {
    take(batch) {
      waiting.push(...batch.events);
      skipped += batch.skipped;
      const tooMany = waiting.length - MAX_WAITING;
      if (tooMany > 0) {
        waiting = waiting.slice(tooMany);
        skipped += tooMany;
      }
      if (!isEmpty()) wake();
    },
    end,
    async next(waitMs) {
      if (isEmpty() && !ended) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, waitMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      if (signal.aborted || (ended && isEmpty())) return null;
      if (isEmpty()) return 'silence';
      const batch = { events: waiting, skipped };
      waiting = [];
      skipped = 0;
      return batch;
    },
  };
}
