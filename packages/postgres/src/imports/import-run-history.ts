import type { History } from '../activity-log/history';
import type { ImportRun } from './import-run';

/** How imports are logged: their source, who started them and who cancelled them. */
export const IMPORT_RUN_HISTORY: History<ImportRun> = {
  scope: 'BatchImport',
  nameOf: ({ source }) => source,
  wireFields: ({ settings, state, cancelRequested }) => ({
    ...{ settings, state, cancel_requested: cancelRequested },
  }),
  verbOf: (_before, { cancelRequested }) => (cancelRequested ? 'cancelled' : 'resumed'),
};
