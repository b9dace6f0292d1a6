import { setTimeout as sleep } from 'node:timers/promises';
import { writeTogether } from './write-together';

it('joins what is asked for in one turn, and meanwhile', async () => {
  const writes: number[][] = [];
  const write = writeTogether<number>(async (items) => {
    writes.push([...items]);
    await sleep(20);
  });
  const first = [1, 2, 3].map((item) => write(item));
  await sleep(5);
  const second = [4, 5].map((item) => write(item));
  await sleep(5);
  const third = [6, 7, 8].map((item) => write(item));
  await Promise.all([...first, ...second, ...third]);
  expect(writes).toEqual([
    [1, 2, 3],
    [4, 5],
    [6, 7, 8],
  ]);
});

it('writes each item by itself when a write of several fails', async () => {
  const stored: number[] = [];
  const write = writeTogether<number>((items) => {
    if (items.includes(2)) return Promise.reject(new Error('2 cannot be written'));
    stored.push(...items);
    return Promise.resolve();
  });
  const results = await Promise.allSettled([1, 2, 3].map((item) => write(item)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(stored).toEqual([1, 3]);
});

it('goes on after a failure', async () => {
  let isDown = true;
  const write = writeTogether<number>(() =>
    isDown ? Promise.reject(new Error('down')) : Promise.resolve(),
  );
  await expect(write(1)).rejects.toThrow('down');
  isDown = false;
  await expect(write(2)).resolves.toBeUndefined();
});
