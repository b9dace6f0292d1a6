import type { ExportInterval, ExportModel, RunStatus } from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { BatchExportRunTable, BatchExportTable } from '../schema';

export interface BatchExport {
  readonly id: string;
  readonly projectId: number;
  readonly name: string;
  readonly model: ExportModel;
  readonly destination: {
    readonly type: 'S3' | 'File';
    /** Without secrets. */
    readonly config: Readonly<Record<string, unknown>>;
    /** The encrypted secret fields; null if there are none. */
    readonly secrets: string | null;
  };
  readonly interval: ExportInterval;
  readonly paused: boolean;
  readonly startAt: Date | null;
  readonly endAt: Date | null;
  /** Start of the first interval that has no run yet. */
  readonly nextIntervalStart: Date;
  readonly lastPausedAt: Date | null;
  readonly createdAt: Date;
  readonly lastUpdatedAt: Date;
}

/** The fields that clients may set. */
export type BatchExportFields = Pick<
  BatchExport,
  | 'name'
  | 'model'
  | 'destination'
  | 'interval'
  | 'paused'
  | 'startAt'
  | 'endAt'
  | 'nextIntervalStart'
  | 'lastPausedAt'
>;

export interface ExportRun {
  readonly id: string;
  readonly batchExportId: string;
  readonly projectId: number;
  /** The id of the backfill that the run belongs to; null for a scheduled run. */
  readonly backfillId: string | null;
  readonly status: RunStatus;
  /** Null: from the first row. */
  readonly dataIntervalStart: Date | null;
  readonly dataIntervalEnd: Date;
  /** The engine's time when the parts were planned; null before that. */
  readonly plannedAt: Date | null;
  readonly latestError: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly lastUpdatedAt: Date;
}

/** A run with the sums of its parts. */
export interface ExportRunSummary extends ExportRun {
  readonly partsTotal: number;
  readonly partsCompleted: number;
  readonly recordsTotal: number;
  readonly recordsCompleted: number;
  readonly bytesExported: number;
}

export function toBatchExport(row: Selectable<BatchExportTable>): BatchExport {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    model: row.model,
    destination: {
      type: row.destination_type,
      config: row.destination_config,
      secrets: row.destination_secrets,
    },
    interval: row.interval,
    paused: row.paused,
    startAt: row.start_at,
    endAt: row.end_at,
    nextIntervalStart: row.next_interval_start,
    lastPausedAt: row.last_paused_at,
    createdAt: row.created_at,
    lastUpdatedAt: row.last_updated_at,
  };
}

export function toExportRun(row: Selectable<BatchExportRunTable>): ExportRun {
  return {
    id: row.id,
    batchExportId: row.batch_export_id,
    projectId: row.project_id,
    backfillId: row.backfill_id,
    status: row.status,
    dataIntervalStart: row.data_interval_start,
    dataIntervalEnd: row.data_interval_end,
    plannedAt: row.planned_at,
    latestError: row.latest_error,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    lastUpdatedAt: row.last_updated_at,
  };
}
