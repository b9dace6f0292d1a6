import { isRangeOver } from './range-over';
import type { Interval } from './zoned';

const over = (
  dateRange: { date_from?: string | null; date_to?: string | null } | null,
  readAt: string,
  now: string,
  { interval = 'day', timezone = 'UTC' }: { interval?: Interval; timezone?: string } = {},
) =>
  isRangeOver(dateRange, {
    readAt: new Date(readAt),
    now: new Date(now),
    interval,
    timezone,
    weekStartDay: 0,
  });

const READ = '2026-03-10T12:00:00Z';
const LATER = '2026-04-01T12:00:00Z';

it.each<[string, { date_from?: string; date_to?: string } | null, boolean]>([
  ['no range', null, false],
  ['an end in the past', { date_from: '2026-01-01', date_to: '2026-02-01' }, true],
  ['all until then', { date_from: 'all', date_to: '2026-02-01' }, true],
  ['an end on the day it was read', { date_from: '2026-01-01', date_to: '2026-03-10' }, false],
  ['an end to come', { date_from: '2026-01-01', date_to: '2027-01-01' }, false],
  ['no end', { date_from: '2026-01-01' }, false],
  ['a range that moves on', { date_from: '-14d', date_to: '-7d' }, false],
  ['a start that moves on', { date_from: '-90d', date_to: '2026-02-01' }, false],
])('%s', (_, range, expected) => {
  expect(over(range, READ, LATER)).toBe(expected);
});

it('counts days in the zone of the project, and waits ten seconds for late events', () => {
  const range = { date_from: '2026-03-01', date_to: '2026-03-09' };
  expect(over(range, '2026-03-10T00:00:05Z', LATER)).toBe(false);
  expect(over(range, '2026-03-10T00:00:15Z', LATER)).toBe(true);
  expect(over(range, '2026-03-10T00:00:15Z', LATER, { timezone: 'America/New_York' })).toBe(false);
});
