export type { QueryWorkerConfig } from './config';
export { start } from './start';
