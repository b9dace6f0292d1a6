import type { LoggedEventV1 } from '@tidemark/contracts';
import { packEvents } from '../../records/packed-values';
import type { ContractSetup } from './set-up';
import { at, entry, eventsIn, PARTITIONS, readAll, readUntil, WAIT_MS } from './set-up';

/** Delivery of records. */
export function readingCases(on: ContractSetup): void {
  it('returns records unchanged, in order per distinct id, until they are acknowledged', async () => {
    const written = Array.from({ length: 50 }, (_, i) => entry(`e${i}`, `u${i % 3}`));
    await on.producer.append(written);
    const worker = on.consumer('w1');
    const owned = await worker.acquire();
    expect([...owned].sort()).toEqual([0, 1, 2, 3]);
    const records = await readUntil(worker, owned, 50);
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

  it('keeps the order of a distinct id over many concurrent requests', async () => {
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => on.producer.append([entry(String(i), `u${i % 7}`)])),
    );
    const worker = on.consumer('w1');
    const records = await readAll(worker, await worker.acquire(), 200);
    expect(records).toHaveLength(200);
    for (let id = 0; id < 7; id += 1) {
      const found = records.filter(({ raw }) => raw.includes(`"distinct_id":"u${id}"`));
      const numbers = eventsIn(found).map(Number);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
  });

  it('appends entries that another thread has packed, and returns every record of an entry', async () => {
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
    await on.producer.appendPacked(packed);
    const worker = on.consumer('w1');
    const records = await readAll(worker, await worker.acquire(), 30);
    expect(eventsIn(records).sort()).toEqual(Array.from({ length: 30 }, (_, i) => `e${i}`).sort());
    expect(records.every(({ projectId }) => projectId === 7)).toBe(true);
  });

  it('returns only records that are not acknowledged again', async () => {
    await on.producer.append(['a', 'b', 'c', 'd'].map((event) => entry(event)));
    const worker = on.consumer('w1');
    const owned = await worker.acquire();
    const records = await worker.read(owned, 10, WAIT_MS);
    expect(records).toHaveLength(4);
    await worker.acknowledge([at(records, 0), at(records, 2)]);
    expect(eventsIn(await worker.read(owned, 10, 0))).toEqual(['b', 'd']);
    expect(await worker.holds(at(records, 3))).toBe(true);
    await worker.acknowledge([at(records, 1), at(records, 3)]);
    expect(await worker.holds(at(records, 3))).toBe(false);
  });

  it('returns at most the requested number of records, oldest first', async () => {
    await on.producer.append(Array.from({ length: 100 }, (_, i) => entry(`e${i}`)));
    const worker = on.consumer('w1');
    const records = await worker.read(await worker.acquire(), 40, WAIT_MS);
    expect(eventsIn(records)).toEqual(Array.from({ length: 40 }, (_, i) => `e${i}`));
  });

  it('waits for the first record, and ends the wait when it is released', async () => {
    const worker = on.consumer('w1');
    const owned = await worker.acquire();
    const waiting = worker.read(owned, 10, 30_000);
    await on.producer.append([entry('late')]);
    expect(eventsIn(await waiting)).toEqual(['late']);
    await worker.acknowledge(await worker.read(owned, 10, 0));
    const idle = worker.read(owned, 10, 30_000);
    await worker.release();
    expect(await idle).toEqual([]);
  });

  it('does not return acknowledged records again', async () => {
    await on.producer.append(Array.from({ length: 20 }, (_, i) => entry(`e${i}`, `u${i}`)));
    const first = on.consumer('w1');
    await readAll(first, await first.acquire(), 20);
    await first.release();
    await on.producer.append([entry('new')]);
    const second = on.consumer('w2');
    expect(eventsIn(await readAll(second, await second.acquire(), 1))).toEqual(['new']);
  });
}
