import type { Standalone } from '../../support/standalone';
import type { SecondWorker } from './second-worker';
import { kill, killForGood, stall } from './strike';
import { guardOf, processOf } from './targets';

export interface Fault {
  readonly name: string;
  /** A worker that was stalled may delete what it stored too late, which waits while merges are held. */
  readonly needsMerges: boolean;
  /** Resolves once what was struck runs again, if anybody starts it. */
  strike(): Promise<void>;
  /** Starts what nobody else does; to be called when the events have been compared. */
  mend(): Promise<void>;
}

type Strike = (product: Standalone, second: SecondWorker) => Promise<void>;

/** One of everything that an event passes, and of what answers queries. */
const ONE_EACH = {
  'kill edge': (product) => kill(processOf(product, 'edge')),
  'kill ingest-worker': (product) => kill(processOf(product, 'ingest-worker')),
  'kill second ingest-worker': (_, second) => killForGood(second),
  'stall ingest-worker': (product) => stall(processOf(product, 'ingest-worker')),
  'kill Redis': (product) => kill(processOf(product, 'Redis')),
  'kill Postgres': (product) => kill(processOf(product, 'Postgres')),
  'kill ClickHouse': (product) => kill(processOf(product, 'ClickHouse')),
  'kill api': (product) => kill(processOf(product, 'api')),
  'kill query-worker': (product) => kill(processOf(product, 'query-worker')),
} as const satisfies Record<string, Strike>;

const RARER = {
  'stall ClickHouse, kill ingest-worker': async (product) => {
    await Promise.all([
      stall(processOf(product, 'ClickHouse')),
      kill(processOf(product, 'ingest-worker')),
    ]);
  },
  'kill Redis and Postgres': async (product) => {
    await Promise.all([kill(processOf(product, 'Redis')), kill(processOf(product, 'Postgres'))]);
  },
  'stall Redis': (product) => stall(processOf(product, 'Redis')),
  'stall Postgres': (product) => stall(processOf(product, 'Postgres')),
  'kill guard of Redis': (product) => kill(guardOf(product, 'Redis')),
  'kill guard of Postgres': (product) => kill(guardOf(product, 'Postgres')),
} as const satisfies Record<string, Strike>;

const STRIKES: Readonly<Record<string, Strike>> = { ...ONE_EACH, ...RARER };

/** Names for `findFault`. */
export const FAULTS = Object.keys(ONE_EACH);
export const ALL_FAULTS = Object.keys(STRIKES);

/** @throws for a name that is not known. */
export function findFault(name: string, product: Standalone, second: SecondWorker): Fault {
  const strike = STRIKES[name];
  if (strike === undefined) throw new Error(`no fault is named ${name}: ${ALL_FAULTS.join(', ')}`);
  return {
    name,
    needsMerges: /stall .*worker/.test(name),
    strike: () => strike(product, second),
    mend: () => second.revive(),
  };
}
