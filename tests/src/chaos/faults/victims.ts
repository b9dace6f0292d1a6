import { descendants } from '../../support/descendants';
import type { Standalone } from '../../support/standalone';
import { WORKER_SCRIPT } from '../stores';
import type { SecondWorker } from './second-worker';

/** A process and what happens to it. */
export interface Victim {
  readonly name: string;
  /** Killed with -9, or stopped for longer than its lease and woken again. */
  readonly fault: 'kill' | 'stall';
  /** Null when it does not run. */
  pid(): number | null;
  /** What its supervisor does, if that is not the product's. */
  revive(): void;
}

/** What the command line of each process of the product contains. */
const OF_THE_PRODUCT = {
  edge: /standalone\/dist\/front\//,
  'ingest-worker': new RegExp(WORKER_SCRIPT),
  Redis: /^\S*redis-server /,
  Postgres: /^\S*postgres -D/,
  ClickHouse: /clickhouse-embedded\//,
  api: /services\/api\//,
  'query-worker': /services\/query-worker\//,
} as const;

/** Names of all victims, in the order of an event's way. */
export const VICTIMS = [
  'edge',
  'ingest-worker',
  'second ingest-worker',
  'stalled ingest-worker',
  'Redis',
  'Postgres',
  'ClickHouse',
  'api',
  'query-worker',
] as const;

export type VictimName = (typeof VICTIMS)[number];

export function findVictim(name: VictimName, product: Standalone, second: SecondWorker): Victim {
  if (name === 'second ingest-worker') {
    return { name, fault: 'kill', pid: () => second.pid(), revive: () => second.revive() };
  }
  const isStalled = name === 'stalled ingest-worker';
  const pattern = OF_THE_PRODUCT[isStalled ? 'ingest-worker' : name];
  return {
    name,
    fault: isStalled ? 'stall' : 'kill',
    pid: () => descendants(product.pid).find(({ command }) => pattern.test(command))?.pid ?? null,
    revive: () => undefined,
  };
}
