export type { McpConfig } from './config';
export { readConfig } from './config';
export { start } from './start';
