import { createReaderLimiter } from './reader-limiter';

it('accepts the given number of requests per minute and project', () => {
  let now = 1_000;
  const limiter = createReaderLimiter(2, () => now);
  expect([limiter.take(1), limiter.take(1), limiter.take(2)]).toEqual([0, 0, 0]);
  now += 20_000;
  expect([limiter.take(1), limiter.take(2)]).toEqual([40, 0]);
  now += 40_000;
  expect(limiter.take(1)).toBe(0);
});

it('never rejects without a limit', () => {
  const limiter = createReaderLimiter(0, () => 0);
  expect(Array.from({ length: 5 }, () => limiter.take(1))).toEqual([0, 0, 0, 0, 0]);
});
