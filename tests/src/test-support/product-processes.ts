import type { Process } from './descendants';
import { descendants } from './descendants';

/** The script of the ingest-worker, which can also be started in addition to the product's. */
export const WORKER_SCRIPT = 'services/ingest-worker/dist/main.js';

/** Patterns for the command line of each process of the product. */
const COMMANDS = {
  edge: /standalone\/dist\/front\//,
  'ingest-worker': new RegExp(WORKER_SCRIPT),
  Redis: /^\S*redis-server /,
  Postgres: /^\S*postgres -D/,
  ClickHouse: /clickhouse-embedded\//,
  api: /services\/api\//,
  'query-worker': /services\/query-worker\//,
  delivery: /services\/delivery\//,
  mcp: /services\/mcp\//,
} as const;

export type ProcessName = keyof typeof COMMANDS;

/**
 * Finds a process of the product.
 *
 * @param root the id of the supervisor, which `npm start` becomes
 */
export function productProcess(root: number, name: ProcessName): Process | undefined {
  return descendants(root).find(({ command }) => COMMANDS[name].test(command));
}

/**
 * Kills a process of the product with SIGKILL.
 *
 * @throws Error if it does not run
 */
export function killProcess(root: number, name: ProcessName): void {
  const found = productProcess(root, name);
  if (found === undefined) throw new Error(`There is no process of ${name}`);
  process.kill(found.pid, 'SIGKILL');
}
