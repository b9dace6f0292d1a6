import type { UsageResource } from '@tidemark/contracts';
import type { ColumnType } from 'kysely';

/** The system that contains the ingest log. */
export type UsageLog = 'redis' | 'kafka';

/** The tables of usage by day. */
export interface UsageTables {
  usage_days: {
    project_id: number;
    day: ColumnType<Date, string, string>;
    resource: UsageResource;
    count: ColumnType<number, number, number>;
  };
  /** The position up to which each partition of an ingest log is counted; empty if nothing was counted. */
  usage_positions: { log: UsageLog; partition: number; position: string };
  /** Sessions that were counted as recordings. */
  usage_recordings: {
    project_id: number;
    session_hash: number;
    day: ColumnType<Date, string, string>;
  };
}
