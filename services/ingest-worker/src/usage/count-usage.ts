import type { ReplayEntry } from '@tidemark/contracts';
import { quotaOf } from '@tidemark/domain';
import type { LogRecord } from '@tidemark/ingest-log';
import type { Database, UsageLog } from '@tidemark/postgres';
import { countRecordings, countRecords } from '@tidemark/postgres';
import type { KeyedRecord } from '../records/event-row-key';

/** Counts the usage of a project (`docs/usage.md`). A repeated range is not counted again. */
export interface UsageCounter {
  /** @param fresh events that are not stored yet; in the order of the log */
  countEvents(fresh: readonly KeyedRecord[]): Promise<void>;
  countRecordings(entries: readonly ReplayEntry[]): Promise<void>;
}

/** @param log the ingest log; positions in one log cannot be compared with those in another */
export function createUsageCounter(
  database: Pick<Database, 'db'>,
  log: UsageLog,
  now: () => Date,
): UsageCounter {
  return {
    countEvents: (fresh) =>
      countRecords(
        database,
        log,
        fresh
          .filter(({ event }) => event.entry.imported !== 'identity')
          .map(({ record, event }) => ({
            projectId: event.entry.team_id,
            // Uses the day of capture, because the range may be repeated on another day.
            day: event.entry.captured_at.slice(0, 10),
            resource: quotaOf(event),
            partition: record.partition,
            position: { id: placeOf(record, log), index: record.index },
          })),
      ),
    countRecordings: (entries) =>
      countRecordings(
        database,
        now().toISOString().slice(0, 10),
        entries.map((entry) => ({ projectId: entry.team_id, sessionId: entry.session_id })),
      ),
  };
}

/** Returns the offset for Kafka: ids contain the time of the producer's clock, which may go back, but offsets grow. */
function placeOf({ id }: LogRecord, log: UsageLog): string {
  return log === 'redis' ? id : id.slice(id.indexOf('-') + 1);
}
