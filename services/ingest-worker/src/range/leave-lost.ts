import type { IngestLogConsumer, LogRecord } from '@tidemark/ingest-log';
import type { Logger } from '@tidemark/platform';
import type { WorkerMetrics } from '../worker-metrics';
import { lostPartitions } from './fences';

/**
 * Processes a range unless its partitions have gone to another worker meanwhile: then that one stores
 * the records, and what else the range held is read again.
 *
 * @throws whatever else went wrong.
 */
export async function leaveLost(
  deps: {
    readonly log: Pick<IngestLogConsumer, 'giveBack'>;
    readonly metrics: Pick<WorkerMetrics, 'countFenced'>;
    readonly logger: Logger;
    /** This worker may have committed, or cached, what is not published. */
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
    // Whatever of the lease is ours still goes too: the next claim takes tokens that are valid.
    await deps.log.giveBack(partitions);
  }
}
