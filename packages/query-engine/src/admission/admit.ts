import type { Logger } from '@tidemark/platform';
import type { FairSlots, Slot, SlotRefusal } from '@tidemark/redis';
import { cancelled } from '../execute/cancelled';
import { QueryError } from '../query-error';
import type { RunWatch } from '../observe/run-watch';
import type { QueryMetrics } from '../query-metrics';

export interface AdmissionDeps {
  /** Null = as many at once as come. */
  readonly slots: FairSlots | null;
  readonly metrics: QueryMetrics;
  readonly logger: Logger;
}

/**
 * Runs `work` while it holds one of its project's slots (`wire/query.md` §6.3). A limit is never an outage: when
 * the slots cannot be asked for, the work is done without.
 *
 * @throws QueryError 429 when the project's turn does not come in time, 503 when too many wait already
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
    // The answer is sent first; what this process asks for then comes after it.
    setImmediate(() => giveBack(deps, slot));
  }
}

function giveBack({ logger }: AdmissionDeps, slot: Slot | null): void {
  slot?.release().catch((error: unknown) => {
    // It frees itself when its lease ends.
    logger.warn({ err: error }, 'a query slot could not be given back');
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
    const answer = await slots.acquire(String(projectId), signal);
    metrics.waited(seconds(), answer.granted ? 'granted' : 'refused');
    if (answer.granted) return answer.slot;
    throw refusal(answer.why);
  } catch (error) {
    if (error instanceof QueryError) throw error;
    if (signal?.aborted === true) throw cancelled();
    logger.warn({ err: error }, 'query slots cannot be asked for, going on without');
    return null;
  }
}

function refusal(why: SlotRefusal): QueryError {
  if (why === 'full') {
    const detail = 'The query engine is at capacity. Try again in a moment.';
    return new QueryError(503, 'server_error', 'error', detail, true);
  }
  const detail =
    'Too many queries are running right now. Wait for some of them to end, then try again.';
  return new QueryError(429, 'throttled_error', 'throttled', detail, true);
}
