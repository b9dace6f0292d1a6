import type { Logger } from '@tidemark/platform';
import type { FairSlots, Slot, SlotRejection } from '@tidemark/redis';
import { cancelled } from '../execute/run-errors';
import { QueryError } from '../query-error';
import type { RunWatch } from '../observe/run-watch';
import type { QueryMetrics } from '../query-metrics';

export interface AdmissionDeps {
  /** Null = no limit on simultaneous work. */
  readonly slots: FairSlots | null;
  readonly metrics: QueryMetrics;
  readonly logger: Logger;
}

/**
 * Runs `work` while it holds one of its project's slots (`docs/wire/query-runs.md#slots`). The limit must not cause
 * an outage: when slots are unavailable, the work runs without one.
 *
 * @throws QueryError 429 when the project gets no slot in time, 503 when too many already wait
 */
export async function admitted<T>(
  deps: AdmissionDeps,
  run: {
    readonly projectId: number;
    readonly signal: AbortSignal | undefined;
    readonly watch: RunWatch;
  },
  work: () => Promise<T>,
): Promise<T> {
  const { slots } = deps;
  const slot =
    slots === null
      ? null
      : await run.watch.during('wait', () => waitForSlot(deps, slots, run.projectId, run.signal));
  try {
    return await work();
  } finally {
    // The response is sent first; the slot is released after that.
    setImmediate(() => giveBack(deps, slot));
  }
}

function giveBack({ logger }: AdmissionDeps, slot: Slot | null): void {
  slot?.release().catch((error: unknown) => {
    // The slot is released when its lease ends.
    logger.warn({ err: error }, 'a query slot could not be released');
  });
}

async function waitForSlot(
  { metrics, logger }: AdmissionDeps,
  slots: FairSlots,
  projectId: number,
  signal: AbortSignal | undefined,
): Promise<Slot | null> {
  const start = performance.now();
  const seconds = (): number => (performance.now() - start) / 1_000;
  try {
    const turn = await slots.acquire(String(projectId), signal);
    metrics.waited(seconds(), turn.granted ? 'granted' : 'rejected');
    if (turn.granted) return turn.slot;
    throw rejection(turn.why);
  } catch (error) {
    if (error instanceof QueryError) throw error;
    if (signal?.aborted === true) throw cancelled();
    logger.warn({ err: error }, 'query slots are not available: queries run without a limit');
    return null;
  }
}

function rejection(why: SlotRejection): QueryError {
  if (why === 'full') {
    const detail = 'The query engine is at capacity. Try again shortly.';
    return new QueryError(503, 'server_error', 'error', detail, true);
  }
  const detail =
    'Too many queries are running right now. Wait for some of them to end, then try again.';
  return new QueryError(429, 'throttled_error', 'throttled', detail, true);
}
