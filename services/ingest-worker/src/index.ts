export type { IngestWorkerConfig } from './config';
export { start } from './start';
