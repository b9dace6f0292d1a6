import { descendants } from '../../support/descendants';
import type { Standalone } from '../../support/standalone';
import { WORKER_SCRIPT } from '../stores';
import type { Target } from './strike';

/** What the command line of each process of the product contains. */
const COMMANDS = {
  edge: /standalone\/dist\/front\//,
  'ingest-worker': new RegExp(WORKER_SCRIPT),
  Redis: /^\S*redis-server /,
  Postgres: /^\S*postgres -D/,
  ClickHouse: /clickhouse-embedded\//,
  api: /services\/api\//,
  'query-worker': /services\/query-worker\//,
} as const;

export type ProcessName = keyof typeof COMMANDS;

export function processOf(product: Standalone, name: ProcessName): Target {
  return {
    name,
    pid: () => find(product, name)?.pid ?? null,
  };
}

/** The shell that stops an engine when the supervisor is gone. */
export function guardOf(product: Standalone, name: 'Redis' | 'Postgres'): Target {
  return {
    name: `guard of ${name}`,
    pid: () => find(product, name)?.parent ?? null,
  };
}

function find(product: Standalone, name: ProcessName) {
  return descendants(product.pid).find(({ command }) => COMMANDS[name].test(command));
}
