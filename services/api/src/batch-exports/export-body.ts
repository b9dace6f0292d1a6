import type {
  BatchExportBackfillBody,
  BatchExportBody,
  BatchExportRunBody,
} from '@tidemark/contracts';
import type { BatchExport, ExportRunSummary } from '@tidemark/postgres';
import { wireTime, wireTimeOrNull } from '../wire-time';

export function exportBody(
  batchExport: BatchExport,
  latestRuns: readonly ExportRunSummary[],
): BatchExportBody {
  const { destination } = batchExport;
  return {
    id: batchExport.id,
    team_id: batchExport.projectId,
    name: batchExport.name,
    model: batchExport.model,
    destination: { type: destination.type, config: { ...destination.config } },
    interval: batchExport.interval,
    paused: batchExport.paused,
    created_at: wireTime(batchExport.createdAt),
    last_updated_at: wireTime(batchExport.lastUpdatedAt),
    last_paused_at: wireTimeOrNull(batchExport.lastPausedAt),
    start_at: wireTimeOrNull(batchExport.startAt),
    end_at: wireTimeOrNull(batchExport.endAt),
    latest_runs: latestRuns.map(runBody),
    schema: null,
    filters: null,
  };
}

/** Counts are null until the run is planned. */
export function runBody(run: ExportRunSummary): BatchExportRunBody {
  const isPlanned = run.plannedAt !== null;
  return {
    id: run.id,
    batch_export: run.batchExportId,
    backfill: run.backfillId,
    status: run.status,
    records_completed: isPlanned ? run.recordsCompleted : null,
    records_total_count: isPlanned ? run.recordsTotal : null,
    bytes_exported: isPlanned ? run.bytesExported : null,
    latest_error: run.latestError,
    data_interval_start: wireTimeOrNull(run.dataIntervalStart),
    data_interval_end: wireTime(run.dataIntervalEnd),
    cursor: null,
    progress: isPlanned
      ? { parts_completed: run.partsCompleted, parts_total: run.partsTotal }
      : null,
    created_at: wireTime(run.createdAt),
    finished_at: wireTimeOrNull(run.finishedAt),
    last_updated_at: wireTime(run.lastUpdatedAt),
  };
}

/** A backfill is one run; its progress is that of the run's files. */
export function backfillBody(run: ExportRunSummary): BatchExportBackfillBody {
  const isDone = run.status === 'Completed';
  const share = run.partsTotal === 0 ? 0 : run.partsCompleted / run.partsTotal;
  const isUnderWay = run.status === 'Starting' || run.status === 'Running';
  return {
    id: run.backfillId ?? run.id,
    batch_export: run.batchExportId,
    team: run.projectId,
    start_at: wireTimeOrNull(run.dataIntervalStart),
    end_at: wireTime(run.dataIntervalEnd),
    status: run.status,
    run: run.id,
    total_records_count: run.plannedAt === null ? null : run.recordsTotal,
    progress:
      isDone || isUnderWay
        ? { total_runs: 1, finished_runs: isDone ? 1 : 0, progress: isDone ? 1 : share }
        : null,
    created_at: wireTime(run.createdAt),
    finished_at: wireTimeOrNull(run.finishedAt),
    last_updated_at: wireTime(run.lastUpdatedAt),
  };
}
