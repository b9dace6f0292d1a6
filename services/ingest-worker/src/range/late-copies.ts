import type { ClickHouse } from '@tidemark/clickhouse';
import { removeCopies } from '@tidemark/clickhouse';
import type { IngestLogConsumer } from '@tidemark/ingest-log';
import type { Logger } from '@tidemark/platform';
import type { WorkerMetrics } from '../worker-metrics';
import type { KeyedRecord } from '../records/event-row-key';
import { lostPartitions } from './fences';

/**
 * ClickHouse has no transaction that a fence could reject: a worker that stalls between its last check
 * and the end of its insert stores events that the next owner may store too. It finds that out when it
 * cannot acknowledge them, and then removes the copies itself.
 */
export interface LateCopies {
  /** Remembers the events just inserted, if `error` says that their partition was lost. */
  note(error: unknown, inserted: readonly KeyedRecord[]): void;
  /** Removes the copies of those that the next owner is done with. */
  remove(): Promise<void>;
}

/** Bounds what a row of stalls can leave in memory; what is beyond goes when ClickHouse merges. */
const MOST_REMEMBERED = 100_000;

export function createLateCopies(deps: {
  readonly log: Pick<IngestLogConsumer, 'holds'>;
  readonly clickhouse: ClickHouse;
  readonly metrics: Pick<WorkerMetrics, 'countLateCopies'>;
  readonly logger: Logger;
}): LateCopies {
  const { log, clickhouse, metrics, logger } = deps;
  let noted: KeyedRecord[] = [];

  /** Until the next owner has acknowledged an event it may still be about to insert it. */
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
