export type { EdgeConfig } from './config';
export { readConfig } from './config';
export type { EdgeOptions } from './start';
export { start } from './start';
