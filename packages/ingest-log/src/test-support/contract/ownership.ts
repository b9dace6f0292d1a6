import { PartitionsLostError } from '../../errors/log-errors';
import type { ContractSetup } from './set-up';
import { at, entry, eventsIn, PARTITIONS, readAll, readUntil } from './set-up';

/** Assignment of partitions to consumers. */
export function ownershipCases(on: ContractSetup): void {
  it('shares partitions fairly, each owned by one consumer', async () => {
    const first = on.consumer('w1');
    const second = on.consumer('w2');
    expect(await first.acquire()).toHaveLength(PARTITIONS);
    expect(await second.acquire()).toEqual([]);
    const afterFirst = await first.acquire();
    const afterSecond = await second.acquire();
    expect(afterFirst).toHaveLength(2);
    expect([...afterFirst, ...afterSecond].sort()).toEqual([0, 1, 2, 3]);
    await first.release();
    expect(await second.acquire()).toHaveLength(PARTITIONS);
  });

  it('rejects the writes of a consumer whose partitions another one has taken over', async () => {
    await on.producer.append(Array.from({ length: 40 }, (_, i) => entry(`e${i}`, `u${i}`)));
    const claims = new Map<string, number>();
    const onClaimed = (owner: string) => (partitions: readonly number[]) => {
      claims.set(owner, (claims.get(owner) ?? 0) + partitions.length);
      return Promise.resolve();
    };
    const first = on.consumer('w1', { onClaimed: onClaimed('w1') });
    const owned = await first.acquire();
    const records = await readUntil(first, owned, 40);
    // Ends its leases, as if they had expired during a stall.
    await on.log.loseLeases();
    const second = on.consumer('w2', { onClaimed: onClaimed('w2') });
    const taken = await second.acquire();
    expect(taken).toHaveLength(2);
    expect([...claims]).toEqual([
      ['w1', 4],
      ['w2', 2],
    ]);
    const lost = records.filter(({ partition }) => taken.includes(partition));
    await expect(first.confirm(taken)).rejects.toThrow(PartitionsLostError);
    await expect(first.deadLetter(at(lost, 0), 'late')).rejects.toThrow(PartitionsLostError);
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
    expect(await on.log.deadLetters.count()).toBe(0);
    expect(await first.lag()).toBe(0);
  });
}
