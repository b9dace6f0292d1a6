import type { LoggedEventV1 } from '@tidemark/contracts';
import type { DeadLetters } from '../../dead-letters/dead-letters';
import type { IngestLogConsumer, LogConsumerOptions } from '../../log/consumer';
import type { IngestLogProducer, LogProducerOptions } from '../../log/producer';
import type { LogRecord } from '../../records/log-record';

/** An empty log for one test. */
export interface ContractLog {
  producer(options: LogProducerOptions): IngestLogProducer;
  /** Creates a consumer with its own connections, as in a separate process. */
  consumer(options: LogConsumerOptions): IngestLogConsumer;
  readonly deadLetters: DeadLetters;
  /** Ends all leases, as if they had expired. */
  loseLeases(): Promise<void>;
  /** Closes all connections; consumers are released before. */
  close(): Promise<void>;
}

/** The parts of a test of the contract, which are created for each test. */
export interface ContractSetup {
  readonly log: ContractLog;
  readonly producer: IngestLogProducer;
  /** Creates a consumer, which is released after the test. */
  consumer(owner: string, given?: Partial<LogConsumerOptions>): IngestLogConsumer;
}

export const PARTITIONS = 4;
/** Ms for which a read waits for a first record. */
export const WAIT_MS = 2_000;
/** Ms for all records of a test, enough for a slow machine. */
const ALL_MS = 20_000;

/** Opens a log before each test of the current `describe`, and closes it after each. */
export function setUpContract(open: () => Promise<ContractLog>): ContractSetup {
  let log: ContractLog | undefined;
  let producer: IngestLogProducer | undefined;
  const consumers: IngestLogConsumer[] = [];

  beforeEach(async () => {
    log = await open();
    producer = log.producer({ partitions: PARTITIONS, maxLength: 100_000, refreshMs: 0 });
  });
  afterEach(async () => {
    await Promise.all(consumers.splice(0).map((one) => one.release()));
    await log?.close();
    log = producer = undefined;
  });
  return {
    get log() {
      return present(log);
    },
    get producer() {
      return present(producer);
    },
    consumer(owner, given = {}) {
      const options = { partitions: PARTITIONS, owner, leaseMs: 60_000, ...given };
      const created = present(log).consumer(options);
      consumers.push(created);
      return created;
    },
  };
}

/** Reads and acknowledges until this number of records is reached, or none is left. */
export async function readAll(
  from: IngestLogConsumer,
  owned: readonly number[],
  wanted: number,
): Promise<LogRecord[]> {
  const all: LogRecord[] = [];
  while (all.length < wanted) {
    const range = await from.read(owned, 100_000, WAIT_MS);
    if (range.length === 0) return all;
    await from.acknowledge(range);
    all.push(...range);
  }
  return all;
}

/** Reads from the same position, without acknowledging, until this number of records is returned. */
export async function readUntil(
  from: IngestLogConsumer,
  owned: readonly number[],
  wanted: number,
): Promise<LogRecord[]> {
  for (const deadline = performance.now() + ALL_MS; ;) {
    const records = await from.read(owned, 1_000, WAIT_MS);
    if (records.length >= wanted || performance.now() > deadline) return records;
  }
}

/** @throws Error if there is no element at this index */
export function at<T>(list: readonly T[], index: number): T {
  return present(list[index]);
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('expected a value');
  return value;
}

/** An event of project 1. */
export function entry(event: string, distinctId = 'd', text = ''): LoggedEventV1 {
  return {
    v: 1,
    team_id: 1,
    uuid: '01900000-0000-7000-8000-000000000000',
    event,
    distinct_id: distinctId,
    timestamp: '2026-01-02T03:04:05.000Z',
    captured_at: '2026-01-02T03:04:05.000Z',
    ip: null,
    properties: text === '' ? {} : { text },
    historical_migration: false,
  };
}

/** The names of the events, in order. */
export const eventsIn = (records: readonly LogRecord[]): string[] =>
  records.map(({ raw }) => (JSON.parse(raw) as LoggedEventV1).event);
