import type { CohortBehavioralFilter } from '@tidemark/contracts';
import { back, dayWindow, exactWindow, windowStart } from './time-window';

const NOW = new Date('2024-03-31T12:34:56Z');
const UTC = { now: NOW, timezone: 'UTC' };
const did = (more: Partial<CohortBehavioralFilter>): CohortBehavioralFilter => ({
  type: 'behavioral',
  key: 'buy',
  event_type: 'events',
  value: 'performed_event',
  negation: false,
  ...more,
});
const at = (text: string | null) => (text === null ? null : new Date(text));

it.each<[Partial<CohortBehavioralFilter>, from: string | null, to: string, zone?: string]>([
  [{}, null, '2024-04-01T00:00:00Z'],
  [{ time_value: 2, time_interval: 'day' }, '2024-03-29T00:00:00Z', '2024-04-01T00:00:00Z'],
  [{ time_value: 1, time_interval: 'week' }, '2024-03-24T00:00:00Z', '2024-04-01T00:00:00Z'],
  [{ time_value: 1, time_interval: 'month' }, '2024-02-29T00:00:00Z', '2024-04-01T00:00:00Z'],
  [{ time_value: 1, time_interval: 'year' }, '2023-03-31T00:00:00Z', '2024-04-01T00:00:00Z'],
  [{ time_value: 3, time_interval: 'hour' }, '2024-03-31T09:00:00Z', '2024-04-01T00:00:00Z'],
  [{ time_value: 5, time_interval: 'minute' }, '2024-03-31T12:29:56Z', '2024-04-01T00:00:00Z'],
  [
    { time_value: 2, time_interval: 'day' },
    '2024-03-28T15:00:00Z',
    '2024-03-31T15:00:00Z',
    'Asia/Tokyo',
  ],
  // Clocks were set forward in the night before.
  [
    { time_value: 1, time_interval: 'day' },
    '2024-03-29T23:00:00Z',
    '2024-03-31T22:00:00Z',
    'Europe/Berlin',
  ],
  [{ explicit_datetime: '-30d' }, '2024-03-01T00:00:00Z', '2024-04-01T00:00:00Z'],
  [{ explicit_datetime: 'mStart' }, '2024-03-01T00:00:00Z', '2024-04-01T00:00:00Z'],
  [
    { explicit_datetime: '2024-01-15', time_value: 1, time_interval: 'day' },
    '2024-01-14T15:00:00Z',
    '2024-03-31T15:00:00Z',
    'Asia/Tokyo',
  ],
  [
    { explicit_datetime: '2024-01-01T10:30:00', explicit_datetime_to: '2024-01-05T10:30:00' },
    '2024-01-01T10:30:00Z',
    '2024-01-06T00:00:00Z',
  ],
])('the days of %j begin at %s', (filter, from, to, timezone = 'UTC') => {
  expect(dayWindow(did(filter), { now: NOW, timezone })).toEqual({ from: at(from), to: at(to) });
});

it.each<[Partial<CohortBehavioralFilter>, from: string | null, to: string]>([
  [{}, null, '2024-03-31T12:35:01Z'],
  [{ time_value: 2, time_interval: 'day' }, '2024-03-29T12:34:56Z', '2024-03-31T12:35:01Z'],
  [
    { explicit_datetime: '-1d', explicit_datetime_to: '-1h' },
    '2024-03-30T12:34:56Z',
    '2024-03-31T11:34:56Z',
  ],
])('counts of %j go back from now', (filter, from, to) => {
  expect(exactWindow(did(filter), UTC)).toEqual({ from: at(from), to: at(to) });
});

it('has no start without an amount and a unit', () => {
  expect(windowStart(0, 'day', UTC)).toBeNull();
  expect(windowStart(3, null, UTC)).toBeNull();
});

it('moves back by the calendar', () => {
  expect(back(new Date('2024-03-30T23:59:59.999Z'), 1, 'month', UTC)).toEqual(
    new Date('2024-02-29T23:59:59.999Z'),
  );
});
