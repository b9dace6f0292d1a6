import type { Logger } from '@tidemark/platform';
import type { QueryRun, QueryRunStore } from '@tidemark/redis';
import { HEARTBEAT_MS } from './times';

/** Renews a run's lease while its worker runs. */
export interface Heartbeat {
  /** Aborted when the run no longer belongs to this worker: it was cancelled or taken over. */
  readonly lost: AbortSignal;
  stop(): void;
}

export function startHeartbeat(
  deps: { readonly runs: QueryRunStore; readonly logger: Logger },
  run: Pick<QueryRun, 'token' | 'status'>,
  holder: string,
): Heartbeat {
  const controller = new AbortController();
  let isAsking = false;
  const beat = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    try {
      if (!(await deps.runs.renew(run, holder))) controller.abort();
    } catch (error) {
      // The lease may last until the result is stored; if not, the result is rejected.
      deps.logger.warn(
        { err: error, queryId: run.status.id },
        'the lease of a background query could not be renewed',
      );
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(() => void beat(), HEARTBEAT_MS);
  return { lost: controller.signal, stop: () => clearInterval(timer) };
}
