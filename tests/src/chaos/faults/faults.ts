import { setTimeout as sleep } from 'node:timers/promises';
import type { TestKafka, TestKafkaBroker } from '@tidemark/testing';
import type { Chaos } from '../start-chaos';
import type { Target } from './strike';
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

/** Faults of brokers, used if the ingest log is on Kafka. */
const OF_BROKERS = {
  'kill broker': async (chaos) => {
    const kafka = brokersOf(chaos);
    const controller = kafka.controller();
    await killAndStart(kafka.brokers.find((broker) => broker !== controller));
  },
  'kill controller': (chaos) => killAndStart(brokersOf(chaos).controller()),
  'stall controller': (chaos) => stall(targetOf(brokersOf(chaos).controller())),
  'kill two brokers': async (chaos) => {
    const [first, second] = brokersOf(chaos).brokers;
    await Promise.all([killAndStart(first), killAndStart(second)]);
  },
  'kill all brokers': async (chaos) => {
    await Promise.all(brokersOf(chaos).brokers.map(killAndStart));
  },
  'cut off broker': (chaos) => cutOff(chaos, brokersOf(chaos).brokers[1]),
  'cut off controller': (chaos) => cutOff(chaos, brokersOf(chaos).controller()),
  'fill disk of broker': async (chaos) => {
    const kafka = brokersOf(chaos);
    const broker = brokerOf(kafka.brokers[2]);
    await kafka.fillDisk(broker);
    await sleep(FULL_MS);
    await kafka.freeDisk(broker);
    // Kafka ends a broker whose disk is full.
    await broker.start();
  },
  'kill broker, ingest-worker': async (chaos) => {
    const worker = processOf(chaos, 'ingest-worker');
    await Promise.all([killAndStart(brokersOf(chaos).brokers[0]), kill(worker)]);
  },
} as const satisfies Record<string, Strike>;

const STRIKES: Readonly<Record<string, Strike>> = { ...ONE_EACH, ...RARER, ...OF_BROKERS };

/** The names of faults, for `findFault`. */
export const FAULTS = Object.keys(ONE_EACH);

/** The names of all faults of an ingest log. */
export function allFaults(log: 'redis' | 'kafka'): readonly string[] {
  const always = [...FAULTS, ...Object.keys(RARER)];
  return log === 'kafka' ? [...always, ...Object.keys(OF_BROKERS)] : always;
}

function brokersOf({ kafka }: Chaos): TestKafka {
  if (kafka === null) throw new Error('the ingest log is not on Kafka: use --log kafka');
  return kafka;
}

function targetOf(broker: TestKafkaBroker): Target {
  return { name: `broker ${broker.id}`, pid: () => broker.pid() };
}

/** Longer than the brokers need to notice the loss of one of them. */
const DOWN_MS = 4_000;
/** Long enough for writes of most partitions to fail. */
const FULL_MS = 8_000;

async function killAndStart(given: TestKafkaBroker | undefined): Promise<void> {
  const broker = brokerOf(given);
  await broker.kill();
  await sleep(DOWN_MS);
  await broker.start();
}

async function cutOff(chaos: Chaos, given: TestKafkaBroker | undefined): Promise<void> {
  const kafka = brokersOf(chaos);
  const broker = brokerOf(given);
  await kafka.cutOff(broker);
  await sleep(2 * DOWN_MS);
  await kafka.reconnect(broker);
}

function brokerOf(broker: TestKafkaBroker | undefined): TestKafkaBroker {
  if (broker === undefined) throw new Error('the broker is missing');
  return broker;
}

/** @throws Error if the name is unknown */
export function findFault(name: string, chaos: Chaos): Fault {
  const strike = STRIKES[name];
  if (strike === undefined)
    throw new Error(`no fault is named ${name}: ${Object.keys(STRIKES).join(', ')}`);
  return {
    name,
    needsMerges: name === 'stall ingest-worker',
    strike: () => strike(chaos),
    mend: () => chaos.running().second.revive(),
  };
}
