import { randomUUID } from 'node:crypto';
import { HogQLError } from '@tidemark/hogql';
import { cancelled } from '../execute/run-errors';
import { QueryError } from '../query-error';

/** Work for which several callers may wait. It has its own run id, and ends when the last caller leaves. */
type Work<T> = (signal: AbortSignal, runId: string) => Promise<T>;

export interface Coalescer {
  /** The run id of the work in progress for a key, or of the work that would be started. */
  readonly runIdOf: (key: string) => string;
  /**
   * The result of `work`, or of equal work that is already running in this process.
   *
   * @param caller its signal fires when the caller leaves: the others continue to wait
   * @throws QueryError `query_cancelled` for a caller that leaves
   */
  readonly run: <T>(
    key: string,
    caller: { readonly signal: AbortSignal; readonly runId: string },
    work: Work<T>,
  ) => Promise<T>;
}

interface Shared {
  readonly runId: string;
  readonly promise: Promise<unknown>;
  readonly controller: AbortController;
  waiting: number;
  isOver: boolean;
}

/**
 * Shares one computation between equal simultaneous requests. An error that concerns one caller is not shared: the
 * next caller computes (`docs/wire/query.md#coalescing`).
 */
export function createCoalescer(): Coalescer {
  const running = new Map<string, Shared>();

  const started = (key: string, runId: string, work: Work<unknown>): Shared => {
    const controller = new AbortController();
    const promise = work(controller.signal, runId).finally(() => {
      shared.isOver = true;
      if (running.get(key) === shared) running.delete(key);
    });
    const shared: Shared = { runId, promise, controller, waiting: 0, isOver: false };
    running.set(key, shared);
    return shared;
  };

  const run: Coalescer['run'] = async (key, caller, work) => {
    const hasLeft = (): boolean => caller.signal.aborted;
    if (hasLeft()) throw cancelled();
    const first = running.get(key);
    const shared = first ?? started(key, caller.runId, work);
    shared.waiting += 1;
    try {
      return (await untilAborted(shared.promise, caller.signal)) as Awaited<
        ReturnType<typeof work>
      >;
    } catch (error) {
      if (hasLeft()) throw cancelled({ cause: error });
      if (first === undefined || concernsAll(error)) throw error;
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0) await leftAlone(key, shared);
    }
    return run(key, caller, work);
  };

  /** The last caller has left: the work ends, and that caller waits for its end. */
  const leftAlone = async (key: string, shared: Shared): Promise<void> => {
    // Aborting a finished request costs as much as aborting a running one.
    if (shared.isOver) return;
    if (running.get(key) === shared) running.delete(key);
    shared.controller.abort();
    await shared.promise.catch(() => undefined);
  };

  return { runIdOf: (key) => running.get(key)?.runId ?? randomUUID(), run };
}

function untilAborted(work: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(cancelled());
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** Whether an error concerns all callers: internal errors, and a project that got no slot in time. */
function concernsAll(error: unknown): boolean {
  if (error instanceof HogQLError) return false;
  return !(error instanceof QueryError) || error.status >= 500 || error.status === 429;
}
