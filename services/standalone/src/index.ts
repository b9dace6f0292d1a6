export { createApiProxy } from './front/proxy';
export type { Proxy } from './front/proxy';
export { runUntilStopped } from './run-until-stopped';
