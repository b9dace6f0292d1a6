import { setTimeout as sleep } from 'node:timers/promises';
import { LogFullError } from '../../errors/log-errors';
import type { ContractSetup } from './set-up';
import { entry, eventsIn, PARTITIONS, readAll, WAIT_MS } from './set-up';

const MEGABYTE = 1024 ** 2;

/** Limits of the log, and its state. */
export function limitsCases(on: ContractSetup): void {
  it('rejects entries while it is full, without writing any, and accepts entries afterwards', async () => {
    const bounded = on.log.producer({ partitions: PARTITIONS, maxLength: 3, refreshMs: 0 });
    await bounded.append([entry('a'), entry('b'), entry('c')]);
    await expect(bounded.append([entry('d')])).rejects.toThrow(LogFullError);
    const worker = on.consumer('w1');
    const owned = await worker.acquire();
    expect(eventsIn(await readAll(worker, owned, 3))).toEqual(['a', 'b', 'c']);
    await bounded.append([entry('e')]);
    expect(eventsIn(await readAll(worker, owned, 1))).toEqual(['e']);
  });

  it('stores large records, and returns them in ranges of limited size', async () => {
    const text = 'x'.repeat(MEGABYTE);
    for (let i = 0; i < 6; i += 1) {
      await on.producer.append(Array.from({ length: 15 }, (_, n) => entry(`${i}/${n}`, 'd', text)));
    }
    const worker = on.consumer('w1');
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

  it('reports the number of waiting events and the age of the oldest', async () => {
    const worker = on.consumer('w1');
    await worker.acquire();
    expect(await worker.state()).toMatchObject({ oldestAgeMs: 0, deadLetters: 0 });
    await on.producer.append([entry('a')]);
    await worker.state();
    await sleep(300);
    const state = await worker.state();
    expect(state.depths.reduce((sum, depth) => sum + depth, 0)).toBe(1);
    expect(state.depths).toHaveLength(PARTITIONS);
    expect(state.oldestAgeMs).toBeGreaterThanOrEqual(200);
    expect(state.oldestAgeMs).toBeLessThan(60_000);
  });
}
