import { DeadLettersFullError } from '../../errors/log-errors';
import type { ContractSetup } from './set-up';
import { at, entry, eventsIn, WAIT_MS } from './set-up';

/** Records that no worker can process. */
export function lettersCases(on: ContractSetup): void {
  it('keeps a record that cannot be processed as a dead letter, and replays it', async () => {
    await on.producer.append([entry('poison', 'd'), entry('good', 'd')]);
    const worker = on.consumer('w1');
    const owned = await worker.acquire();
    const poison = at(await worker.read(owned, 10, WAIT_MS), 0);
    await worker.deadLetter(poison, 'cannot be read');
    expect(eventsIn(await worker.read(owned, 10, 0))).toEqual(['good']);
    const { letters, after } = await on.log.deadLetters.list(10);
    expect(after).toBeNull();
    expect(letters).toMatchObject([
      {
        ...{ reason: 'cannot be read', attempts: 1, partition: poison.partition },
        ...{ recordId: poison.id, projectId: 1, event: 'poison', distinctId: 'd' },
        raw: poison.raw,
      },
    ]);
    expect(await on.log.deadLetters.find(at(letters, 0).id)).toEqual(letters[0]);
    expect((await worker.state()).deadLetters).toBe(1);

    await worker.acknowledge(await worker.read(owned, 10, 0));
    expect(await on.log.deadLetters.replay(at(letters, 0))).toBe(poison.partition);
    expect(await on.log.deadLetters.count()).toBe(0);
    const again = at(await worker.read(owned, 10, WAIT_MS), 0);
    expect(again).toMatchObject({ raw: poison.raw, replays: 1 });
    await worker.deadLetter(again, 'still');
    expect((await on.log.deadLetters.list(10)).letters).toMatchObject([{ attempts: 2 }]);
  });

  it('lists dead letters in pages, discards one, and has no more than its maximum', async () => {
    await on.producer.append(['a', 'b', 'c', 'd'].map((event) => entry(event)));
    const worker = on.consumer('w1', { maxDeadLetters: 3 });
    const owned = await worker.acquire();
    const records = await worker.read(owned, 10, WAIT_MS);
    for (const record of records.slice(0, 3)) await worker.deadLetter(record, 'no');
    await expect(worker.deadLetter(at(records, 3), 'no')).rejects.toThrow(DeadLettersFullError);
    expect(eventsIn(await worker.read(owned, 10, 0))).toEqual(['d']);
    const first = await on.log.deadLetters.list(2);
    const second = await on.log.deadLetters.list(2, first.after);
    expect([...first.letters, ...second.letters].map(({ event }) => event)).toEqual([
      ...['a', 'b', 'c'],
    ]);
    await on.log.deadLetters.discard(at(first.letters, 1));
    const left = await on.log.deadLetters.list(10);
    expect(left.letters.map(({ event }) => event)).toEqual(['a', 'c']);
    expect(await on.log.deadLetters.find(at(first.letters, 1).id)).toBeNull();
    await worker.deadLetter(at(records, 3), 'no');
  });
}
