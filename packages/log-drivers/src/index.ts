export type { IngestLog } from './ingest-log';
export { openIngestLog } from './open-log';
