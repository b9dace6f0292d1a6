import type { EntryDetails, History } from '../activity-log/history';
import type { BatchExport, ExportRun } from './batch-export';

/** Of a new credential, only the fact that it changed is reported. */
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

/** An entry about one run: which one, and of what range of time. */
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
