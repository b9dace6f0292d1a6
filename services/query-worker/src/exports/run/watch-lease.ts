import type { Logger } from '@tidemark/platform';
import type { ClaimedRun, RunProgress } from '@tidemark/postgres';

export interface LeaseWatch {
  /** Aborted when the run was cancelled or taken over, or when this process stops. */
  readonly signal: AbortSignal;
  /** Whether this worker no longer has the run. */
  isLost(): boolean;
  stop(): void;
}

/** Checks regularly whether this worker still has the run: a cancellation stops the work within a second. */
export function watchLease(
  deps: {
    readonly progress: RunProgress;
    readonly stopping: AbortSignal;
    readonly logger: Logger;
    readonly pollMs: number;
  },
  claim: ClaimedRun,
): LeaseWatch {
  const lost = new AbortController();
  const timer = setInterval(() => {
    deps.progress.holds(claim).then(
      (held) => {
        if (!held) lost.abort();
      },
      // No one can cancel while Postgres is unavailable, and no part can be recorded either.
      (error: unknown) =>
        deps.logger.warn({ err: error }, 'the state of an export run cannot be read'),
    );
  }, deps.pollMs);
  return {
    signal: AbortSignal.any([lost.signal, deps.stopping]),
    isLost: () => lost.signal.aborted,
    stop: () => clearInterval(timer),
  };
}
