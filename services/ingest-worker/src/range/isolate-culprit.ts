import type { LogRecord } from '@tidemark/ingest-log';
import type { Logger } from '@tidemark/platform';
import { isRace, isRejectedValue } from '@tidemark/postgres';
import type { Discard } from '../warnings/discard';
import type { WorkerMetrics } from '../worker-metrics';

/**
 * Processes a range so that an event that no store accepts does not block the others. If a store rejects a value of
 * the range, or the range is too large for one string, its halves are processed in order, down to the single event,
 * which becomes a dead letter. A range that lost its races for persons is divided too, but no event becomes a dead
 * letter because of a lost race.
 *
 * @throws any error that is not caused by an event, and a lost race of a single event: the caller tries again.
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
