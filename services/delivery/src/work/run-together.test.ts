import { setTimeout as sleep } from 'node:timers/promises';
import { runTogether } from './run-together';

it('joins requests of one turn, and requests during another run', async () => {
  const runs: number[][] = [];
  const double = runTogether<number, number>(async (items) => {
    runs.push([...items]);
    await sleep(20);
    return items.map((item) => 2 * item);
  }, 1);
  const first = [1, 2, 3].map((item) => double(item));
  await sleep(5);
  const second = [4, 5].map((item) => double(item));
  expect(await Promise.all([...first, ...second])).toEqual([2, 4, 6, 8, 10]);
  expect(runs).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

it('has as many runs under way as it may', async () => {
  let [now, most] = [0, 0];
  const run = runTogether<number, undefined>(async (items) => {
    now += 1;
    most = Math.max(most, now);
    await sleep(10);
    now -= 1;
    return items.map(() => undefined);
  }, 2);
  const made: Promise<undefined>[] = [];
  for (let item = 0; item < 8; item += 1) {
    made.push(run(item));
    await sleep(2);
  }
  await Promise.all(made);
  expect(most).toBe(2);
});

it('runs each item by itself when a run of several fails', async () => {
  const run = runTogether<number, number>(
    (items) =>
      items.includes(2) ? Promise.reject(new Error('2 cannot be run')) : Promise.resolve(items),
    1,
  );
  const results = await Promise.allSettled([1, 2, 3].map((item) => run(item)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('continues after a failure', async () => {
  let isDown = true;
  const run = runTogether<number, number>(
    (items) => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(items)),
    1,
  );
  await expect(run(1)).rejects.toThrow('down');
  isDown = false;
  await expect(run(2)).resolves.toBe(2);
});
