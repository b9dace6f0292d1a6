export { createSessionServer, toolsFor } from './server';
export type { ServerOptions } from './server';
export { readKey } from './session';
export type { KeyFacts } from './session';
export { allTools } from './tools';
export { packageVersion } from './version';
