import type { LogState } from '@tidemark/ingest-log';
import type { Logger } from '@tidemark/platform';
import type { WorkerMetrics } from '../worker-metrics';
import type { Lanes } from './lanes';

export interface LogWatch {
  /** Rejects while the number of dead letters is at its maximum. */
  checkDeadLetters(): Promise<void>;
  stop(): void;
}

const EVERY_MS = 1_000;
/** The share of the maximum from which every increase of dead letters causes a warning. */
const WARN_FROM = 0.8;

/**
 * Measures the log once a second, independent of the ranges, so that a stopped worker still reports the number of
 * waiting events.
 */
export function watchLog(deps: {
  readonly log: Pick<Lanes, 'state' | 'owned'>;
  readonly metrics: Pick<WorkerMetrics, 'setLog' | 'setOwned'>;
  readonly maxDeadLetters: number;
  readonly logger: Logger;
}): LogWatch {
  const { maxDeadLetters, metrics, logger } = deps;
  let warnedOf = 0;
  let measuring = false;

  const warn = ({ deadLetters }: LogState): void => {
    if (deadLetters > warnedOf && deadLetters >= maxDeadLetters * WARN_FROM) {
      logger.warn(
        { deadLetters, maxDeadLetters },
        'there are many dead letters: ingestion stops at INGEST_MAX_DEAD_LETTERS',
      );
    }
    warnedOf = deadLetters;
  };
  const measure = async (): Promise<void> => {
    const state = await deps.log.state();
    const owned = deps.log.owned();
    metrics.setOwned(owned.length);
    metrics.setLog(state, owned);
    warn(state);
  };
  const timer = setInterval(() => {
    if (measuring) return;
    measuring = true;
    measure()
      // Ignores errors of Redis, which its connection and the readiness check report.
      .catch(() => undefined)
      .finally(() => {
        measuring = false;
      });
  }, EVERY_MS).unref();

  return {
    checkDeadLetters: async () => {
      const { deadLetters } = await deps.log.state();
      if (deadLetters < maxDeadLetters) return;
      throw new Error(
        `${deadLetters} of ${maxDeadLetters} dead letters: ingestion waits until some are replayed or discarded (tidemark dead-letter list)`,
      );
    },
    stop: () => clearInterval(timer),
  };
}
