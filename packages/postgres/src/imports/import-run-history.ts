import type { History } from '../activity-log/history';
import type { ImportRun } from './import-run';

/** Imports: where they read from, who started and who cancelled them. */
export const IMPORT_RUN_HISTORY: History<ImportRun> = {
  scope: 'BatchImport',
  nameOf: ({ source }) => source,
  wireFields: ({ settings, state, cancelRequested }) => ({
    ...{ settings, state, cancel_requested: cancelRequested },
  }),
  verbOf: (_before, { cancelRequested }) => (cancelRequested ? 'cancelled' : 'resumed'),
};
