import { pauseAfter, waitUntil } from './wait-until';

it('repeats a check that throws or returns false, and returns its first other value', async () => {
  const results = [
    () => {
      throw new Error('too early');
    },
    () => false,
    () => 0,
  ];
  let tries = 0;
  await expect(waitUntil(() => results[tries++]?.(), 60_000, 1)).resolves.toBe(0);
  expect(tries).toBe(3);
});

it('throws the error of the last try after the timeout', async () => {
  let tries = 0;
  const failing = waitUntil(() => Promise.reject(new Error(`try ${++tries}`)), 20, 5);
  await expect(failing).rejects.toThrow(/^try \d+$/);
  expect(tries).toBeGreaterThan(1);
});

it('throws an Error if a check still returns false after the timeout', async () => {
  await expect(waitUntil(() => false, 5, 1)).rejects.toThrow('still false');
});

it('tries less often the longer it waits', () => {
  expect([0, 1_000, 2_000, 4_000, 60_000].map(pauseAfter)).toEqual([50, 50, 100, 200, 250]);
});
