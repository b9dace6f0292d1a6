export { openIngestLog } from './open-log';
export type { IngestLog } from './open-log';
