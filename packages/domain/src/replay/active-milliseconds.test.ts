import * as fc from 'fast-check';
import { activeMilliseconds } from './active-milliseconds';

const on = (timestamp: number) => ({ timestamp, active: true });
const off = (timestamp: number) => ({ timestamp, active: false });

it.each([
  ['nothing', [], 0],
  ['samples without activity', [off(1_000), off(9_000)], 0],
  ['one active sample', [on(1_000)], 1],
  ['two close active samples', [on(1_000), on(3_000)], 2_000],
  ['passive samples before are not counted', [off(0), on(1_000), on(3_000)], 2_000],
  ['passive samples within five seconds are counted', [on(1_000), off(4_000), off(6_000)], 5_000],
  ['a later passive sample does not extend the segment', [on(1_000), off(6_001)], 1],
  ['activity after a pause begins a new segment', [on(0), on(2_000), on(8_000), on(9_000)], 3_000],
  ['a pause of exactly five seconds does not end a segment', [on(0), on(5_000)], 5_000],
  ['activity after passive samples after a pause', [on(0), off(6_000), on(7_000), on(7_500)], 501],
])('%s', (_, timestamps, expected) => {
  expect(activeMilliseconds(timestamps)).toBe(expected);
});

it('does not depend on the order, and lies between the number of segments and the whole span', () => {
  const time = fc.record({
    timestamp: fc.integer({ min: 1, max: 60_000 }),
    active: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(time, { minLength: 1 }), fc.func(fc.integer()), (timestamps, key) => {
      const sum = activeMilliseconds(timestamps);
      // Samples with the same time may be in any order; the result then may differ, so only unique times are
      // compared.
      const times = timestamps.map(({ timestamp }) => timestamp);
      const unique = new Set(times).size === times.length;
      const shuffled = timestamps.toSorted((a, b) => key(a) - key(b));
      if (unique) expect(activeMilliseconds(shuffled)).toBe(sum);
      expect(sum).toBeLessThanOrEqual(Math.max(...times) - Math.min(...times) + times.length);
      expect(sum > 0).toBe(timestamps.some(({ active }) => active));
    }),
  );
});
