export type { ApiConfig } from './config';
export { readConfig } from './config';
export { start } from './start';
