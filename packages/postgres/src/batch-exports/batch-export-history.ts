import type { History } from '../activity-log/change-activity';
import type { BatchExport } from './batch-export';

/** New credentials are told, and no more of them. */
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
