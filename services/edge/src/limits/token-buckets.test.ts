import fc from 'fast-check';
import { createTokenBuckets } from './token-buckets';

it('accepts a burst, then the given rate, separately for each project', () => {
  let now = 0;
  const buckets = createTokenBuckets({ burst: 2, perSecond: 10 }, () => now);
  expect([buckets.take(1), buckets.take(1), buckets.take(1)]).toEqual([0, 0, 1]);
  expect(buckets.take(2)).toBe(0);
  now += 50;
  expect(buckets.take(1)).toBe(1);
  now += 50;
  expect([buckets.take(1), buckets.take(1)]).toEqual([0, 1]);
  now += 60_000;
  expect([buckets.take(1), buckets.take(1), buckets.take(1)]).toEqual([0, 0, 1]);
});

it('never rejects without a limit', () => {
  const buckets = createTokenBuckets({ burst: 1, perSecond: 0 }, () => 0);
  expect(Array.from({ length: 5 }, () => buckets.take(1))).toEqual([0, 0, 0, 0, 0]);
});

it('never accepts more than the burst and the rate allow', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(500), { maxLength: 200 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 50 }),
      (pauses, burst, perSecond) => {
        let now = 0;
        const buckets = createTokenBuckets({ burst, perSecond }, () => now);
        let taken = 0;
        for (const pause of pauses) {
          now += pause;
          if (buckets.take(1) === 0) taken += 1;
        }
        expect(taken).toBeLessThanOrEqual(burst + (now / 1_000) * perSecond + 1e-6);
      },
    ),
  );
});
