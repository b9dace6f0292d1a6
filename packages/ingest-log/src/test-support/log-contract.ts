import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggedEventV1 } from '@tidemark/contracts';
import type { DeadLetters } from '../dead-letters/dead-letters';
import type { IngestLogConsumer, LogConsumerOptions } from '../log/consumer';
import { DeadLettersFullError, LogFullError, PartitionsLostError } from '../log/errors';
import type { IngestLogProducer, LogProducerOptions } from '../log/producer';
import type { LogRecord } from '../records/log-record';
import { packEvents } from '../records/packed-values';

/** An empty log for one test. */
export interface ContractLog {
  producer(options: LogProducerOptions): IngestLogProducer;
  /** As a process of its own has it. */
  consumer(options: LogConsumerOptions): IngestLogConsumer;
  readonly deadLetters: DeadLetters;
  /** Ends all leases without their owners' doing, and forgets the owners. */
  loseLeases(): Promise<void>;
  /** Closes everything that was opened; consumers are released before. */
  close(): Promise<void>;
}

const PARTITIONS = 4;
const WAIT_MS = 2_000;
const MEGABYTE = 1024 ** 2;

function entry(event: string, distinctId = 'd', text = ''): LoggedEventV1 {
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

const eventsIn = (records: readonly LogRecord[]): string[] =>
  records.map(({ raw }) => (JSON.parse(raw) as LoggedEventV1).event);

/** What every driver of the ingest log keeps to. @param open an empty log each time */
export function describeIngestLog(name: string, open: () => Promise<ContractLog>): void {
  describe(`an ingest log on ${name}`, () => {
    let log: ContractLog;
    let producer: IngestLogProducer;
    const consumers: IngestLogConsumer[] = [];

    const consumer = (owner: string, given: Partial<LogConsumerOptions> = {}) => {
      const created = log.consumer({ partitions: PARTITIONS, owner, leaseMs: 60_000, ...given });
      consumers.push(created);
      return created;
    };
    /** Everything that is there, read until there is no more. */
    const readAll = async (
      from: IngestLogConsumer,
      owned: readonly number[],
      wanted: number,
    ): Promise<LogRecord[]> => {
      const all: LogRecord[] = [];
      while (all.length < wanted) {
        const range = await from.read(owned, 100_000, WAIT_MS);
        if (range.length === 0) return all;
        await from.acknowledge(range);
        all.push(...range);
      }
      return all;
    };

    beforeEach(async () => {
      log = await open();
      producer = log.producer({ partitions: PARTITIONS, maxLength: 100_000, refreshMs: 0 });
    });
    afterEach(async () => {
      await Promise.all(consumers.splice(0).map((one) => one.release()));
      await log.close();
    });

    it('hands records over unchanged, in order per distinct id, until they are acknowledged', async () => {
      const written = Array.from({ length: 50 }, (_, i) => entry(`e${i}`, `u${i % 3}`));
      await producer.append(written);
      const worker = consumer('w1');
      const owned = await worker.acquire();
      expect([...owned].sort()).toEqual([0, 1, 2, 3]);
      let records = await worker.read(owned, 1_000, WAIT_MS);
      while (records.length < 50) records = await worker.read(owned, 1_000, WAIT_MS);
      const parsed = records.map(({ raw }) => JSON.parse(raw) as LoggedEventV1);
      for (const id of ['u0', 'u1', 'u2']) {
        const ofId = (all: readonly LoggedEventV1[]) => all.filter((e) => e.distinct_id === id);
        expect(ofId(parsed)).toEqual(ofId(written));
      }
      expect(await worker.read(owned, 1_000, 0)).toEqual(records);
      expect(await worker.lag()).toBe(50);
      await worker.acknowledge(records);
      expect(await worker.read(owned, 1_000, 0)).toEqual([]);
      expect(await worker.lag()).toBe(0);
    });

    it('keeps the order of a distinct id over many requests that are written at once', async () => {
      await Promise.all(
        Array.from({ length: 200 }, (_, i) => producer.append([entry(String(i), `u${i % 7}`)])),
      );
      const worker = consumer('w1');
      const records = await readAll(worker, await worker.acquire(), 200);
      expect(records).toHaveLength(200);
      for (let id = 0; id < 7; id += 1) {
        const found = records.filter(({ raw }) => raw.includes(`"distinct_id":"u${id}"`));
        const numbers = eventsIn(found).map(Number);
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      }
    });

    it('takes what another thread has packed, and gives every record of an entry', async () => {
      const packed = packEvents(
        {
          teamId: 7,
          head: '{"v":2,"team_id":7,',
          events: Array.from({ length: 30 }, (_, i) => ({
            partitionKey: `u${i % 2}`,
            lead: `"event":"e${i}","sent":`,
            sent: Buffer.from('{}'),
          })),
        },
        PARTITIONS,
      );
      await producer.appendPacked(packed);
      const worker = consumer('w1');
      const records = await readAll(worker, await worker.acquire(), 30);
      expect(eventsIn(records).sort()).toEqual(
        Array.from({ length: 30 }, (_, i) => `e${i}`).sort(),
      );
      expect(records.every(({ projectId }) => projectId === 7)).toBe(true);
    });

    it('gives what is not acknowledged again, and nothing else', async () => {
      await producer.append(['a', 'b', 'c', 'd'].map((event) => entry(event)));
      const worker = consumer('w1');
      const owned = await worker.acquire();
      const records = await worker.read(owned, 10, WAIT_MS);
      expect(records).toHaveLength(4);
      await worker.acknowledge([records[0]!, records[2]!]);
      expect(eventsIn(await worker.read(owned, 10, 0))).toEqual(['b', 'd']);
      expect(await worker.holds(records[3]!)).toBe(true);
      await worker.acknowledge([records[1]!, records[3]!]);
      expect(await worker.holds(records[3]!)).toBe(false);
    });

    it('gives a range of at most the wanted size, oldest first', async () => {
      await producer.append(Array.from({ length: 100 }, (_, i) => entry(`e${i}`)));
      const worker = consumer('w1');
      const records = await worker.read(await worker.acquire(), 40, WAIT_MS);
      expect(eventsIn(records)).toEqual(Array.from({ length: 40 }, (_, i) => `e${i}`));
    });

    it('waits for the first record, and ends the wait when it is released', async () => {
      const worker = consumer('w1');
      const owned = await worker.acquire();
      const waiting = worker.read(owned, 10, 30_000);
      await producer.append([entry('late')]);
      expect(eventsIn(await waiting)).toEqual(['late']);
      const [record] = await worker.read(owned, 10, 0);
      await worker.acknowledge([record!]);
      const idle = worker.read(owned, 10, 30_000);
      await worker.release();
      expect(await idle).toEqual([]);
    });

    it('shares partitions fairly, each owned by one consumer', async () => {
      const first = consumer('w1');
      const second = consumer('w2');
      expect(await first.acquire()).toHaveLength(PARTITIONS);
      expect(await second.acquire()).toEqual([]);
      const afterFirst = await first.acquire();
      const afterSecond = await second.acquire();
      expect(afterFirst).toHaveLength(2);
      expect([...afterFirst, ...afterSecond].sort()).toEqual([0, 1, 2, 3]);
      await first.release();
      expect(await second.acquire()).toHaveLength(PARTITIONS);
    });

    it('rejects what a consumer does with partitions that another has taken over', async () => {
      await producer.append(Array.from({ length: 40 }, (_, i) => entry(`e${i}`, `u${i}`)));
      const claims = new Map<string, number>();
      const onClaimed = (owner: string) => (partitions: readonly number[]) => {
        claims.set(owner, (claims.get(owner) ?? 0) + partitions.length);
        return Promise.resolve();
      };
      const first = consumer('w1', { onClaimed: onClaimed('w1') });
      const owned = await first.acquire();
      let records = await first.read(owned, 100, WAIT_MS);
      while (records.length < 40) records = await first.read(owned, 100, WAIT_MS);
      // As if its leases had run out while it stalled.
      await log.loseLeases();
      const second = consumer('w2', { onClaimed: onClaimed('w2') });
      const taken = await second.acquire();
      expect(taken).toHaveLength(2);
      expect([...claims]).toEqual([
        ['w1', 4],
        ['w2', 2],
      ]);
      const lost = records.filter(({ partition }) => taken.includes(partition));
      await expect(first.confirm(taken)).rejects.toThrow(PartitionsLostError);
      await expect(first.deadLetter(lost[0]!, 'late')).rejects.toThrow(PartitionsLostError);
      const acknowledged = first.acknowledge(records);
      await expect(acknowledged).rejects.toMatchObject({
        name: 'PartitionsLostError',
        partitions: expect.arrayContaining([...taken]) as number[],
      });
      await second.confirm(taken);
      const again = await readAll(second, taken, lost.length);
      expect(eventsIn(again).sort()).toEqual(eventsIn(lost).sort());
      const kept = owned.filter((partition) => !taken.includes(partition));
      expect(await first.read(kept, 100, 0)).toEqual([]);
      expect(await log.deadLetters.count()).toBe(0);
      expect(await first.lag()).toBe(0);
    });

    it('gives what was acknowledged to nobody again', async () => {
      await producer.append(Array.from({ length: 20 }, (_, i) => entry(`e${i}`, `u${i}`)));
      const first = consumer('w1');
      await readAll(first, await first.acquire(), 20);
      await first.release();
      await producer.append([entry('new')]);
      const second = consumer('w2');
      expect(eventsIn(await readAll(second, await second.acquire(), 1))).toEqual(['new']);
    });

    it('keeps a record that nobody can process as a dead letter, and replays it', async () => {
      await producer.append([entry('poison', 'd'), entry('good', 'd')]);
      const worker = consumer('w1');
      const owned = await worker.acquire();
      const [poison] = await worker.read(owned, 10, WAIT_MS);
      await worker.deadLetter(poison!, 'cannot be read');
      expect(eventsIn(await worker.read(owned, 10, 0))).toEqual(['good']);
      const { letters, after } = await log.deadLetters.list(10);
      expect(after).toBeNull();
      expect(letters).toMatchObject([
        {
          ...{ reason: 'cannot be read', attempts: 1, partition: poison!.partition },
          ...{ recordId: poison!.id, projectId: 1, event: 'poison', distinctId: 'd' },
          raw: poison!.raw,
        },
      ]);
      expect(await log.deadLetters.find(letters[0]!.id)).toEqual(letters[0]);
      expect((await worker.state()).deadLetters).toBe(1);

      await worker.acknowledge(await worker.read(owned, 10, 0));
      expect(await log.deadLetters.replay(letters[0]!)).toBe(poison!.partition);
      expect(await log.deadLetters.count()).toBe(0);
      const [again] = await worker.read(owned, 10, WAIT_MS);
      expect(again).toMatchObject({ raw: poison!.raw, replays: 1 });
      await worker.deadLetter(again!, 'still');
      expect((await log.deadLetters.list(10)).letters).toMatchObject([{ attempts: 2 }]);
    });

    it('pages through dead letters, discards one, and holds no more than it may', async () => {
      await producer.append(['a', 'b', 'c', 'd'].map((event) => entry(event)));
      const worker = consumer('w1', { maxDeadLetters: 3 });
      const owned = await worker.acquire();
      const records = await worker.read(owned, 10, WAIT_MS);
      for (const record of records.slice(0, 3)) await worker.deadLetter(record, 'no');
      await expect(worker.deadLetter(records[3]!, 'no')).rejects.toThrow(DeadLettersFullError);
      expect(eventsIn(await worker.read(owned, 10, 0))).toEqual(['d']);
      const first = await log.deadLetters.list(2);
      const second = await log.deadLetters.list(2, first.after);
      expect([...first.letters, ...second.letters].map(({ event }) => event)).toEqual([
        ...['a', 'b', 'c'],
      ]);
      await log.deadLetters.discard(first.letters[1]!);
      const left = await log.deadLetters.list(10);
      expect(left.letters.map(({ event }) => event)).toEqual(['a', 'c']);
      expect(await log.deadLetters.find(first.letters[1]!.id)).toBeNull();
      await worker.deadLetter(records[3]!, 'no');
    });

    it('rejects when it is full, writing nothing, and takes entries again when there is room', async () => {
      const bounded = log.producer({ partitions: PARTITIONS, maxLength: 3, refreshMs: 0 });
      await bounded.append([entry('a'), entry('b'), entry('c')]);
      await expect(bounded.append([entry('d')])).rejects.toThrow(LogFullError);
      const worker = consumer('w1');
      const owned = await worker.acquire();
      expect(eventsIn(await readAll(worker, owned, 3))).toEqual(['a', 'b', 'c']);
      await bounded.append([entry('e')]);
      expect(eventsIn(await readAll(worker, owned, 1))).toEqual(['e']);
    });

    it('stores large records, and gives them in ranges of bounded size', async () => {
      const text = 'x'.repeat(MEGABYTE);
      for (let i = 0; i < 6; i += 1) {
        await producer.append(Array.from({ length: 15 }, (_, n) => entry(`${i}/${n}`, 'd', text)));
      }
      const worker = consumer('w1');
      const owned = await worker.acquire();
      let total = 0;
      for (let records = 1; records > 0;) {
        const range = await worker.read(owned, 5_000, WAIT_MS);
        expect(range.reduce((sum, { raw }) => sum + raw.length, 0)).toBeLessThan(85 * MEGABYTE);
        await worker.acknowledge(range);
        records = range.length;
        total += records;
      }
      expect(total).toBe(90);
    });

    it('says how much waits, and for how long', async () => {
      const worker = consumer('w1');
      await worker.acquire();
      expect(await worker.state()).toMatchObject({ oldestAgeMs: 0, deadLetters: 0 });
      await producer.append([entry('a')]);
      await worker.state();
      await sleep(300);
      const state = await worker.state();
      expect(state.depths.reduce((sum, depth) => sum + depth, 0)).toBe(1);
      expect(state.depths).toHaveLength(PARTITIONS);
      expect(state.oldestAgeMs).toBeGreaterThanOrEqual(200);
      expect(state.oldestAgeMs).toBeLessThan(60_000);
    });
  });
}
