import { crashesInRow, delayBeforeRestart } from './back-off';

const backOff = { firstMs: 250, longestMs: 10_000, stableMs: 30_000 };

describe('delayBeforeRestart', () => {
  it('doubles up to the maximum', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 60, 2_000].map((n) => delayBeforeRestart(n, backOff));
    expect(delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]);
  });
});

describe('crashesInRow', () => {
  it('starts again at 1 after a stable run', () => {
    expect(crashesInRow(0, 10, backOff)).toBe(1);
    expect(crashesInRow(4, 29_999, backOff)).toBe(5);
    expect(crashesInRow(4, 30_000, backOff)).toBe(1);
  });
});
