import { retryAfterMs } from './retry-after';

const NOW = new Date('2026-11-28T03:00:00Z');

it.each([
  [undefined, null],
  ['', null],
  ['120', 120_000],
  ['1.5', 1_500],
  ['0', null],
  ['-5', null],
  ['soon', null],
  ['Sat, 28 Nov 2026 03:02:00 GMT', 120_000],
  ['Sat, 28 Nov 2026 02:00:00 GMT', null],
  ['999999', 21_600_000],
  ['Fri, 01 Jan 2027 00:00:00 GMT', 21_600_000],
])('the pause of Retry-After: %s is %s', (header, expected) => {
  expect(retryAfterMs(header, NOW)).toBe(expected);
});
