import type { EntryDetails, History } from '../activity-log/history';
import type { BatchExport, ExportRun } from './batch-export';

/** How batch exports are logged. Of a new credential, only the fact that it changed is logged. */
export const BATCH_EXPORT_HISTORY: History<BatchExport> = {
  scope: 'BatchExport',
  nameOf: (batchExport) => batchExport.name,
  wireFields: (batchExport) => ({
    name: batchExport.name,
    model: batchExport.model,
    destination: {
      type: batchExport.destination.type,
      config: batchExport.destination.config,
    },
    interval: batchExport.interval,
    paused: batchExport.paused,
    start_at: batchExport.startAt?.toISOString() ?? null,
    end_at: batchExport.endAt?.toISOString() ?? null,
  }),
};

/** A log entry about one run, with its id and time range. */
export function runDetails(activity: string, run: ExportRun): EntryDetails {
  const after = {
    id: run.id,
    backfill_id: run.backfillId,
    start_at: run.dataIntervalStart?.toISOString() ?? null,
    end_at: run.dataIntervalEnd.toISOString(),
  };
  const change = { type: 'BatchExport', action: 'changed', field: 'run' } as const;
  return { activity, changes: [{ ...change, before: null, after }] };
}
