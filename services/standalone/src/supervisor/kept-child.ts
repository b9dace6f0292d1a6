import { plainMessage } from '@tidemark/platform';
import { setTimeout as delay } from 'node:timers/promises';
import type { ManagedProcess, ProcessExit } from '@tidemark/platform';
import type { ChildRecord } from '../data-dir/child-record';
import type { BackOff } from './back-off';
import { crashesInRow, delayBeforeRestart } from './back-off';
import type { ChildSpec, SupervisorReport } from './child';

export interface KeptChild<T extends ManagedProcess = ManagedProcess> {
  /** Resolves with the process of the first start. */
  readonly first: Promise<T>;
  /** Stops the child without a restart; resolves when it has exited. */
  stop(): Promise<void>;
}

/** The time that a stop waits for a start that has not finished. After that, its guard process ends the child. */
const PENDING_START_MS = 5_000;

/** Starts a child and restarts it, with growing pauses, whenever it ends by itself. */
export function keepChild<T extends ManagedProcess>(
  spec: ChildSpec<T>,
  deps: {
    readonly report: SupervisorReport;
    readonly record: ChildRecord;
    readonly backOff: BackOff;
  },
): KeptChild<T> {
  const { report, record, backOff } = deps;
  const stopping = new AbortController();

  let starting: Promise<T>;

  const startOnce = (previous: T | null): Promise<T> => (starting = tryStart(previous));

  const tryStart = async (previous: T | null): Promise<T> => {
    const child = await spec.start(previous);
    record.started(spec.name, child.pid);
    if (!stopping.signal.aborted) return child;
    await end(child);
    throw new Error('stopping');
  };

  const end = async (child: T): Promise<void> => {
    await child.stop();
    record.ended(spec.name);
  };

  const keep = async (first: T): Promise<void> => {
    let child = first;
    let crashes = 0;
    for (;;) {
      const startedAt = Date.now();
      const exit = await ended(child, stopping.signal);
      if (exit === null) return end(child);
      crashes = crashesInRow(crashes, Date.now() - startedAt, backOff);
      report.crashed(spec.name, describe(exit), delayBeforeRestart(crashes, backOff));
      const again = await restart(child, crashes);
      if (again === null) {
        record.ended(spec.name);
        return;
      }
      ({ child, crashes } = again);
      report.recovered(spec.name);
    }
  };

  /** Restarts the child. Resolves with null if the supervisor stops before that. */
  const restart = async (
    previous: T,
    crashesBefore: number,
  ): Promise<{ child: T; crashes: number } | null> => {
    for (let crashes = crashesBefore; ; crashes += 1) {
      await pause(delayBeforeRestart(crashes, backOff), stopping.signal);
      if (stopping.signal.aborted) return null;
      try {
        return { child: await startOnce(previous), crashes };
      } catch (error) {
        if (isAborted(stopping.signal)) return null;
        const nextDelay = delayBeforeRestart(crashes + 1, backOff);
        report.restartFailed(spec.name, plainMessage(error), nextDelay);
      }
    }
  };

  const first = startOnce(null);
  // The caller handles a failed first start; there is no process to restart.
  const kept = first.then(keep, () => undefined);
  return {
    first,
    stop: async () => {
      stopping.abort();
      if (await settles(starting, PENDING_START_MS)) await kept;
    },
  };
}

/** Resolves with the exit of a child that ended by itself; null if it has to stop. */
function ended(child: ManagedProcess, stop: AbortSignal): Promise<ProcessExit | null> {
  const stopped = new Promise<null>((resolve) => {
    if (stop.aborted) resolve(null);
    stop.addEventListener('abort', () => resolve(null), { once: true });
  });
  return Promise.race([child.exited, stopped]);
}

async function settles(work: Promise<unknown>, withinMs: number): Promise<boolean> {
  const expiry = new AbortController();
  const settled = work.then(
    () => true,
    () => true,
  );
  const expired = delay(withinMs, false, { signal: expiry.signal }).catch(() => false);
  try {
    return await Promise.race([settled, expired]);
  } finally {
    expiry.abort();
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // An abort by a stop is not an error.
  await delay(ms, undefined, { signal }).catch(() => undefined);
}

function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** The guard process of an engine exits with 128 + n if signal n ended the engine. */
const SIGNAL_CODES = 128;

function describe({ code, signal }: ProcessExit): string {
  if (signal !== null) return `was killed by ${signal}`;
  if (code !== null && code > SIGNAL_CODES) return `was killed by signal ${code - SIGNAL_CODES}`;
  return `ended unexpectedly with exit code ${String(code)}`;
}
