import type { IngestLogConsumer, LogRecord } from '@tidemark/ingest-log';
import type { Logger } from '@tidemark/platform';
import type { WorkerMetrics } from '../worker-metrics';
import { lostPartitions } from './fences';

/**
 * Processes a range. If another worker has taken over some of its partitions, that worker stores their records, and
 * the other records of the range are read again.
 *
 * @throws every other error of `process`.
 */
export async function leaveLost(
  deps: {
    readonly log: Pick<IngestLogConsumer, 'giveBack'>;
    readonly metrics: Pick<WorkerMetrics, 'countFenced'>;
    readonly logger: Logger;
    /** Called because this worker may have committed or cached data that is not published yet. */
    readonly onLeft: () => void;
    readonly process: (records: readonly LogRecord[]) => Promise<void>;
  },
  records: readonly LogRecord[],
): Promise<void> {
  try {
    await deps.process(records);
  } catch (error) {
    const partitions = lostPartitions(error);
    if (partitions === null) throw error;
    deps.metrics.countFenced();
    deps.onLeft();
    deps.logger.warn({ partitions }, 'another worker has taken over partitions of this one');
    // Also gives back partitions that this worker may still hold, so that the next claim gets valid tokens.
    await deps.log.giveBack(partitions);
  }
}
