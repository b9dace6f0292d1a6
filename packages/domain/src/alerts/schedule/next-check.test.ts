import { alertIntervals } from '@tidemark/contracts';
import * as fc from 'fast-check';
import { wallTime } from '../../dates/zone-clock';
import { firstLoudTime, nextCheckAt, retryAt } from './next-check';
import type { QuietHours } from './quiet-hours';
import { coversDay, isQuiet } from './quiet-hours';

const BERLIN: QuietHours = { timezone: 'Europe/Berlin', skipWeekend: false, restriction: null };
const next = (
  interval: (typeof alertIntervals)[number],
  now: string,
  more: Partial<QuietHours> = {},
) => nextCheckAt(interval, new Date(now), { ...BERLIN, ...more, minute: 20 }).toISOString();

it.each([
  ['hourly', '2026-11-23T10:19:59Z', '2026-11-23T10:20:00.000Z'],
  ['hourly', '2026-11-23T10:20:00Z', '2026-11-23T11:20:00.000Z'],
  ['daily', '2026-11-23T10:00:00Z', '2026-11-24T00:20:00.000Z'],
  ['daily', '2026-11-23T23:30:00Z', '2026-11-24T00:20:00.000Z'],
  ['weekly', '2026-11-23T10:00:00Z', '2026-11-30T02:20:00.000Z'],
  ['weekly', '2026-11-29T10:00:00Z', '2026-11-30T02:20:00.000Z'],
  ['monthly', '2026-12-01T10:00:00Z', '2027-01-01T03:20:00.000Z'],
  // Clocks are set back on 25 October and forward on 29 March.
  ['daily', '2026-10-24T10:00:00Z', '2026-10-24T23:20:00.000Z'],
  ['daily', '2026-10-25T10:00:00Z', '2026-10-26T00:20:00.000Z'],
] as const)('%s after %s', (interval, now, expected) => {
  expect(next(interval, now)).toBe(expected);
});

it('skips weekends and quiet hours', () => {
  const nights = { blocked_windows: [{ start: '22:00', end: '06:30' }] };
  expect(next('daily', '2026-11-23T10:00:00Z', { restriction: nights })).toBe(
    '2026-11-24T05:30:00.000Z',
  );
  // After Friday, the next day that is checked is Monday, which begins at midnight.
  expect(next('daily', '2026-11-27T10:00:00Z', { skipWeekend: true })).toBe(
    '2026-11-29T23:00:00.000Z',
  );
});

it('recognises windows that block the whole day', () => {
  const windows = [
    { start: '00:00', end: '12:00' },
    { start: '11:00', end: '00:00' },
  ];
  expect(coversDay({ blocked_windows: windows })).toBe(true);
  expect(coversDay({ blocked_windows: windows.slice(1) })).toBe(false);
});

it('retries soon, then at longer intervals, never after the regular check', () => {
  const now = new Date('2026-11-23T10:00:00Z');
  const regular = new Date('2026-11-24T00:20:00Z');
  const waits = [1, 2, 3, 7, 20].map(
    (failures) => (retryAt(failures, now, regular).getTime() - now.getTime()) / 60_000,
  );
  expect(waits).toEqual([1, 2, 4, 60, 60]);
  expect(retryAt(20, now, new Date('2026-11-23T10:20:00Z')).toISOString()).toContain('10:20');
});

const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Pacific/Apia',
  'Asia/Kathmandu',
);
const times = fc.date({
  min: new Date('2024-01-01'),
  max: new Date('2030-01-01'),
  noInvalidDate: true,
});
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const window = fc.record({ start: clock, end: clock }).filter(({ start, end }) => start !== end);

it('is always in the future, within the interval, at the configured hour of the project', () => {
  const longest = { hourly: 1, daily: 26, weekly: 7 * 24 + 2, monthly: 31 * 24 + 5 };
  const hours = { hourly: null, daily: 1, weekly: 3, monthly: 4 };
  const minutes = fc.integer({ min: 0, max: 59 });
  fc.assert(
    fc.property(
      fc.constantFrom(...alertIntervals),
      times,
      zones,
      minutes,
      (interval, now, timezone, minute) => {
        const at = nextCheckAt(interval, now, { ...BERLIN, timezone, minute });
        const ahead = at.getTime() - now.getTime();
        expect(ahead).toBeGreaterThan(0);
        expect(ahead).toBeLessThanOrEqual(longest[interval] * 3_600_000);
        const hour = hours[interval];
        if (hour !== null) expect(wallTime(at, timezone)).toMatchObject({ hour, minute });
      },
    ),
  );
});

it('is never in quiet hours, unless they cover the whole day', () => {
  fc.assert(
    fc.property(times, zones, fc.boolean(), window, (now, timezone, skipWeekend, one) => {
      const quiet = { timezone, skipWeekend, restriction: { blocked_windows: [one] } };
      const at = firstLoudTime(now, quiet);
      expect(isQuiet(at, quiet)).toBe(false);
      expect(at.getTime()).toBeGreaterThanOrEqual(now.getTime());
    }),
    { numRuns: 50 },
  );
});
