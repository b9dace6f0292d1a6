import type { Chaos } from '../start-chaos';
import { kill, killForGood, stall } from './strike';
import { guardOf, processOf } from './targets';

export interface Fault {
  readonly name: string;
  /**
   * Whether merges of ClickHouse must stay enabled: a stalled worker deletes events that it stored too late, and
   * deletions wait for merges.
   */
  readonly needsMerges: boolean;
  /** Resolves when the stopped process runs again, if it is restarted. */
  strike(): Promise<void>;
  /** Starts processes that are not restarted automatically. Call it after the events were compared. */
  mend(): Promise<void>;
}

type Strike = (chaos: Chaos) => Promise<void>;

/** One fault for each process that events pass through, and for those that serve queries. */
const ONE_EACH = {
  'kill edge': (chaos) => kill(processOf(chaos, 'edge')),
  'kill ingest-worker': (chaos) => kill(processOf(chaos, 'ingest-worker')),
  'kill second ingest-worker': (chaos) => killForGood(chaos.running().second),
  'stall ingest-worker': (chaos) => stall(processOf(chaos, 'ingest-worker')),
  'kill Redis': (chaos) => kill(processOf(chaos, 'Redis')),
  'kill Postgres': (chaos) => kill(processOf(chaos, 'Postgres')),
  'kill ClickHouse': (chaos) => kill(processOf(chaos, 'ClickHouse')),
  'kill api': (chaos) => kill(processOf(chaos, 'api')),
  'kill query-worker': (chaos) => kill(processOf(chaos, 'query-worker')),
  'kill supervisor': (chaos) => chaos.restart(),
} as const satisfies Record<string, Strike>;

/** Rarer faults, used only in the long form. */
const RARER = {
  'kill Redis, Postgres': async (chaos) => {
    await Promise.all([kill(processOf(chaos, 'Redis')), kill(processOf(chaos, 'Postgres'))]);
  },
  'stall ClickHouse, kill worker': async (chaos) => {
    const worker = processOf(chaos, 'ingest-worker');
    await Promise.all([stall(processOf(chaos, 'ClickHouse')), kill(worker)]);
  },
  'stall Redis': (chaos) => stall(processOf(chaos, 'Redis')),
  'kill guard of Redis': (chaos) => kill(guardOf(chaos, 'Redis')),
  'kill guard of Postgres': (chaos) => kill(guardOf(chaos, 'Postgres')),
} as const satisfies Record<string, Strike>;

const STRIKES: Readonly<Record<string, Strike>> = { ...ONE_EACH, ...RARER };

/** The names of faults, for `findFault`. */
export const FAULTS = Object.keys(ONE_EACH);
export const ALL_FAULTS = Object.keys(STRIKES);

/** @throws Error if the name is unknown */
export function findFault(name: string, chaos: Chaos): Fault {
  const strike = STRIKES[name];
  if (strike === undefined) throw new Error(`no fault is named ${name}: ${ALL_FAULTS.join(', ')}`);
  return {
    name,
    needsMerges: name === 'stall ingest-worker',
    strike: () => strike(chaos),
    mend: () => chaos.running().second.revive(),
  };
}
