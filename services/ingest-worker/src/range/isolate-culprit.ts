import type { LogRecord } from '@tidemark/ingest-log';
import type { Logger } from '@tidemark/platform';
import { isRace, isRejectedValue } from '@tidemark/postgres';
import type { Discard } from '../warnings/discard';
import type { WorkerMetrics } from '../worker-metrics';

/**
 * Processes a range so that one event which a store can never take does not hold up all others: when
 * the range is rejected for a value in it (or is too large for one text), its halves are tried in
 * order, down to the culprit, which becomes a dead letter. A range that lost all its races for persons
 * is halved too, but no event is put aside for that.
 *
 * @throws whatever has nothing to do with the events, and a lost race of a single event: the caller
 * tries again.
 */
export async function isolateCulprit(
  deps: {
    readonly discard: Discard;
    readonly metrics: Pick<WorkerMetrics, 'countEvents'>;
    readonly logger: Logger;
    readonly process: (records: readonly LogRecord[]) => Promise<void>;
  },
  records: readonly LogRecord[],
): Promise<void> {
  try {
    await deps.process(records);
  } catch (error) {
    const isRejected = isRejectedValue(error) || error instanceof RangeError;
    if (!isRejected && !isRace(error)) throw error;
    const [first] = records;
    if (records.length > 1) {
      const middle = Math.ceil(records.length / 2);
      await isolateCulprit(deps, records.slice(0, middle));
      await isolateCulprit(deps, records.slice(middle));
    } else if (!isRejected) {
      throw error;
    } else if (first !== undefined) {
      const { partition, id } = first;
      deps.logger.warn(
        { err: error, partition, id },
        'dead letter: a store does not accept this event (see tidemark dead-letter list)',
      );
      await deps.discard(first, {
        reason: `a store rejects this event: ${error.message}`,
        publicReason: 'a value of the event cannot be stored',
      });
      deps.metrics.countEvents('dead_letter', 1);
    }
  }
}
