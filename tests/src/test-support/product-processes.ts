import type { Process } from './descendants';
import { descendants } from './descendants';

/** The script of the ingest-worker that also runs beside the product. */
export const WORKER_SCRIPT = 'services/ingest-worker/dist/main.js';

/** What the command line of each process of the product contains. */
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

/** @param root the supervisor that `npm start` becomes. */
export function productProcess(root: number, name: ProcessName): Process | undefined {
  return descendants(root).find(({ command }) => COMMANDS[name].test(command));
}

/** Ends a process of the product by SIGKILL. @throws when there is none */
export function killProcess(root: number, name: ProcessName): void {
  const found = productProcess(root, name);
  if (found === undefined) throw new Error(`There is no process of ${name}`);
  process.kill(found.pid, 'SIGKILL');
}
