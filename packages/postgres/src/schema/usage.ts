import type { UsageResource } from '@tidemark/contracts';
import type { ColumnType } from 'kysely';

/** The store of an ingest log. */
export type UsageLog = 'redis' | 'kafka';

/** Usage of projects by day. */
export interface UsageTables {
  usage_days: {
    project_id: number;
    day: ColumnType<Date, string, string>;
    resource: UsageResource;
    count: ColumnType<number, number, number>;
  };
  /** How far each partition of an ingest log is counted; an empty text: not at all. */
  usage_positions: { log: UsageLog; partition: number; position: string };
  /** Sessions that are counted as recordings. */
  usage_recordings: {
    project_id: number;
    session_hash: number;
    day: ColumnType<Date, string, string>;
  };
}
