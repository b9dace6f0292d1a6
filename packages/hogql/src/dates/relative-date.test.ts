import { resolveTimestamp } from './relative-date';

/** A Friday; 13:30 in Berlin. */
const now = new Date('2024-03-01T12:30:45.500Z');

function at(text: string, timezone = 'UTC'): string | undefined {
  return resolveTimestamp(text, { now, timezone })?.toISOString();
}

it.each([
  ['now', '2024-03-01T12:30:45.500Z'],
  ['-7d', '2024-02-23T12:30:45.500Z'],
  ['7d', '2024-02-23T12:30:45.500Z'],
  ['-2w', '2024-02-16T12:30:45.500Z'],
  ['-1m', '2024-02-01T12:30:45.500Z'],
  ['-1q', '2023-12-01T12:30:45.500Z'],
  ['-2q', '2023-09-01T12:30:45.500Z'],
  ['-7D', '2024-02-23T12:30:45.500Z'],
  ['-2hStart', '2024-03-01T10:00:00.000Z'],
  ['-1hEnd', '2024-03-01T11:59:59.999Z'],
  // PostHog changes only the day at the end of a year.
  ['yEnd', '2024-03-31T23:59:59.999Z'],
  ['2024', '2024-01-01T00:00:00.000Z'],
  ['2024-2', '2024-02-01T00:00:00.000Z'],
  ['20240210', '2024-02-10T00:00:00.000Z'],
  ['2024-02-10T08', '2024-02-10T08:00:00.000Z'],
  ['2024-02-10T24:00', '2024-02-11T00:00:00.000Z'],
  ['0099-01-01', '1900-01-01T00:00:00.000Z'],
  ['-99999999y', '1900-01-01T00:00:00.000Z'],
  ['9999-12-31', '2261-12-31T23:59:59.999Z'],
  [' -7d ', '2024-02-23T12:30:45.500Z'],
  ['-1y', '2023-03-01T12:30:45.500Z'],
  ['-24h', '2024-02-29T12:30:45.500Z'],
  ['-90s', '2024-03-01T12:29:15.500Z'],
  ['-5M', '2024-03-01T12:25:45.500Z'],
  ['dStart', '2024-03-01T00:00:00.000Z'],
  ['-1dStart', '2024-02-29T00:00:00.000Z'],
  ['-1dEnd', '2024-02-29T23:59:59.999Z'],
  ['wStart', '2024-02-25T00:00:00.000Z'],
  ['-1wEnd', '2024-02-24T23:59:59.999Z'],
  ['-1mStart', '2024-02-01T00:00:00.000Z'],
  ['-1mEnd', '2024-02-29T23:59:59.999Z'],
  ['qStart', '2024-01-01T00:00:00.000Z'],
  ['yStart', '2024-01-01T00:00:00.000Z'],
  ['2024-02-10', '2024-02-10T00:00:00.000Z'],
  ['2024-02-10T08:05', '2024-02-10T08:05:00.000Z'],
  ['2024-02-10 08:05:07.25', '2024-02-10T08:05:07.250Z'],
  ['2024-02-10T08:05:07Z', '2024-02-10T08:05:07.000Z'],
  ['2024-02-10T08:05:07+02:00', '2024-02-10T06:05:07.000Z'],
])('reads %s', (text, expected) => {
  expect(at(text)).toBe(expected);
});

it.each([
  ['dStart', '2024-02-29T23:00:00.000Z'],
  ['2024-02-10', '2024-02-09T23:00:00.000Z'],
  ['2024-07-10', '2024-07-09T22:00:00.000Z'],
  // Skipped by clocks in spring: an hour later.
  ['2024-03-31T02:30', '2024-03-31T01:30:00.000Z'],
  // Occurs twice in autumn: the first.
  ['2024-10-27T02:30', '2024-10-27T00:30:00.000Z'],
])('reads %s by the clock of the zone', (text, expected) => {
  expect(at(text, 'Europe/Berlin')).toBe(expected);
});

it.each([
  ...['all', '', 'd', 'tomorrow', 'yesterday', 'garbage', 'last week', '+2d', '2024-13-01'],
  ...['2024-02-30', '2023-02-29', '2024-01-01T25:00', '2024-01-01T24:01', '-7x', '-7', '7 d'],
  ...['-7days', 'x-7d', '-7d!', '0000-01-01', '1700000000', '2024-01-01 garbage'],
])('rejects the timestamp %j', (text) => {
  expect(at(text)).toBeUndefined();
});

it('counts months back to a day that the month has', () => {
  const end = new Date('2024-03-31T10:00:00Z');
  const back = resolveTimestamp('-1m', { now: end, timezone: 'UTC' });
  expect(back?.toISOString()).toBe('2024-02-29T10:00:00.000Z');
});

it("begins weeks on the project's first day", () => {
  const of = (weekStartDay: number): string | undefined =>
    resolveTimestamp('wStart', { now, timezone: 'UTC', weekStartDay })?.toISOString();
  expect([of(0), of(1)]).toEqual(['2024-02-25T00:00:00.000Z', '2024-02-26T00:00:00.000Z']);
});
