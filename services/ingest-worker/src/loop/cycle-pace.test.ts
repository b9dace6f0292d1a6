import { backoffMs, createCyclePace } from './cycle-pace';

/** Returns the length of cycles, in ms, to which this number of events per second converges. */
function settled(eventsPerSecond: number): number {
  const pace = createCyclePace();
  let length = 100;
  for (let cycle = 0; cycle < 50; cycle += 1) {
    length = pace.after((eventsPerSecond * length) / 1_000, length);
  }
  return Math.round(length);
}

it.each([
  [0, 100],
  [1, 100],
  [100, 100],
  [250, 250],
  [1_000, 1_000],
  [100_000, 1_000],
])('%d events/s: cycles of %d ms', (rate, ms) => expect(settled(rate)).toBe(ms));

it('returns to short cycles soon after a burst', () => {
  const pace = createCyclePace();
  for (let cycle = 0; cycle < 20; cycle += 1) pace.after(5_000, 1_000);
  let length = 1_000;
  let waited = 0;
  while (length > 100) {
    length = pace.after(0, length);
    waited += length;
  }
  expect(waited).toBeLessThan(5_000);
});

it('does not delay one event after a long idle time', () => {
  expect(createCyclePace().after(1, 3_600_000)).toBe(100);
});

it('backs off from 100 ms, doubling up to 2 s', () => {
  expect([1, 2, 3, 6, 100].map(backoffMs)).toEqual([100, 200, 400, 2_000, 2_000]);
});
