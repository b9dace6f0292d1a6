import { descendants } from '../../support/descendants';
import type { Chaos } from '../start-chaos';
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

export function processOf(chaos: Chaos, name: ProcessName): Target {
  return {
    name,
    pid: () => find(chaos, name)?.pid ?? null,
  };
}

/** The shell that stops an engine when the supervisor is gone. */
export function guardOf(chaos: Chaos, name: 'Redis' | 'Postgres'): Target {
  return {
    name: `guard of ${name}`,
    pid: () => find(chaos, name)?.parent ?? null,
  };
}

function find(chaos: Chaos, name: ProcessName) {
  return descendants(chaos.running().product.pid).find(({ command }) =>
    COMMANDS[name].test(command),
  );
}
