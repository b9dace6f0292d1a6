export { readLogFacts } from './log-events';
export { beginSnapshot, SnapshotRejectedError, untilIdle, untilSaved } from './save-snapshot';
export { RESTORED_FILE, RESTORED_MANIFEST, SNAPSHOT_FILE } from './snapshot-files';
