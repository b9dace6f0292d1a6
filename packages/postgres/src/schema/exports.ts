import type { ExportInterval, ExportModel, RunStatus } from '@tidemark/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Int8, Json, Timestamp } from './columns';

export interface BatchExportTable {
  id: string;
  project_id: number;
  name: string;
  model: ExportModel;
  destination_type: 'S3' | 'File';
  destination_config: Json<Record<string, unknown>>;
  destination_secrets: string | null;
  interval: ExportInterval;
  paused: Generated<boolean>;
  deleted: Generated<boolean>;
  start_at: Timestamp | null;
  end_at: Timestamp | null;
  next_interval_start: Timestamp;
  last_paused_at: Timestamp | null;
  created_at: CreatedAt;
  last_updated_at: CreatedAt;
}

export interface BatchExportRunTable {
  id: string;
  batch_export_id: string;
  project_id: number;
  backfill_id: string | null;
  status: Generated<RunStatus>;
  data_interval_start: Timestamp | null;
  data_interval_end: Timestamp;
  lease: string | null;
  planned_at: Timestamp | null;
  latest_error: string | null;
  created_at: CreatedAt;
  finished_at: Timestamp | null;
  last_updated_at: CreatedAt;
}

interface BatchExportPartTable {
  run_id: string;
  number: number;
  slice: Json<unknown>;
  records_planned: Int8;
  name: string | null;
  records: ColumnType<number | null, number | null | undefined, number | null>;
  bytes: ColumnType<number | null, number | null | undefined, number | null>;
  completed_at: Timestamp | null;
}

/** The tables of batch exports, their runs and parts. */
export interface ExportsTables {
  batch_exports: BatchExportTable;
  batch_export_runs: BatchExportRunTable;
  batch_export_parts: BatchExportPartTable;
}
