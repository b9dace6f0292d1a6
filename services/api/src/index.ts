export type { ApiConfig } from './config';
export { start } from './start';
