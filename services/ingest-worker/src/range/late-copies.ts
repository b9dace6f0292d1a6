import type { ClickHouse } from '@tidemark/clickhouse';
import { removeCopies } from '@tidemark/clickhouse';
import type { IngestLogConsumer } from '@tidemark/ingest-log';
import type { Logger } from '@tidemark/platform';
import type { WorkerMetrics } from '../worker-metrics';
import type { KeyedRecord } from '../records/event-row-key';
import { lostPartitions } from './fences';

/**
 * ClickHouse has no transaction that a fence could reject. A worker that stalls between its last check and the end of
 * its insert may store events that the next owner stores too. When it then cannot acknowledge these events, it
 * removes the copies.
 */
export interface LateCopies {
  /** Records the inserted events if `error` shows that their partition was lost. */
  note(error: unknown, inserted: readonly KeyedRecord[]): void;
  /** Removes the copies of events that the next owner has acknowledged. */
  remove(): Promise<void>;
}

/** Limits the memory after several stalls. ClickHouse removes further copies when it merges parts. */
const MOST_REMEMBERED = 100_000;

export function createLateCopies(deps: {
  readonly log: Pick<IngestLogConsumer, 'holds'>;
  readonly clickhouse: ClickHouse;
  readonly metrics: Pick<WorkerMetrics, 'countLateCopies'>;
  readonly logger: Logger;
}): LateCopies {
  const { log, clickhouse, metrics, logger } = deps;
  let noted: KeyedRecord[] = [];

  /** Whether the next owner has acknowledged the events. Until then, it may still insert them. */
  const isDone = async (events: readonly KeyedRecord[]): Promise<boolean> => {
    const last = events.at(-1);
    return last === undefined || !(await log.holds(last.record));
  };

  return {
    note: (error, inserted) => {
      const lost = lostPartitions(error) ?? [];
      const late = inserted.filter(({ record }) => lost.includes(record.partition));
      noted = [...noted, ...late].slice(-MOST_REMEMBERED);
    },
    remove: async () => {
      if (noted.length === 0) return;
      for (const partition of new Set(noted.map(({ record }) => record.partition))) {
        const events = noted.filter(({ record }) => record.partition === partition);
        if (!(await isDone(events))) continue;
        const copies = await removeCopies(
          clickhouse,
          events.map(({ key }) => key),
        );
        noted = noted.filter((event) => !events.includes(event));
        if (copies === 0) continue;
        metrics.countLateCopies(copies);
        logger.warn({ partition, copies }, 'events that were inserted twice were removed');
      }
    },
  };
}
