import { matchesProperty } from '../test-support/matching';
import { parseDateText, resolveDate } from './date-text';

const NOW = new Date('2026-03-31T12:34:56Z');

function read(text: string): string | null {
  const written = parseDateText(text);
  const instant = written && resolveDate(written, NOW, 'Europe/Berlin');
  return instant && new Date(instant.seconds * 1000 + instant.nanos / 1e6).toISOString();
}

it.each([
  ['Wed, 31 Jan 2024 10:00:00 GMT', '2024-01-31T10:00:00.000Z'],
  ['31 Jan 2024 10:00:00 +0100', '2024-01-31T09:00:00.000Z'],
  ['31 January 2024, 10:00', '2024-01-31T10:00:00.000Z'],
  ['2024-01-31 10:00:00 UTC', '2024-01-31T10:00:00.000Z'],
  ['2024-01-31 10:00:00.25 +0000', '2024-01-31T10:00:00.250Z'],
  ['2024-01-31 10:00 +05:30', '2024-01-31T04:30:00.000Z'],
  ['2024-01-31 10:00:00-08', '2024-01-31T18:00:00.000Z'],
  ['2024-01-31 10:00:00 PDT', '2024-01-31T17:00:00.000Z'],
  ['2024-01-31 10:00 PM', '2024-01-31T22:00:00.000Z'],
  ['2024/1/31 9:05', '2024-01-31T09:05:00.000Z'],
  ['1/31/2024 12:00 AM', '2024-01-31T00:00:00.000Z'],
  ['1/31/24 12:00:01 pm', '2024-01-31T12:00:01.000Z'],
  ['January 31, 2024 10:00:00', '2024-01-31T10:00:00.000Z'],
  ['May 26, 2021, 12:49 AM PDT', '2021-05-26T07:49:00.000Z'],
  ['May 02 2021 15:51 UTC', '2021-05-02T15:51:00.000Z'],
  ['September 17, 2012 at 10:09am PST', '2012-09-17T18:09:00.000Z'],
])('%s is %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each(['2024/01/31', '1/31/2024', '31 Jan 2024', 'Jan. 31, 2024', '2024-Jan-31'])(
  '%s has the present time of day',
  (text) => {
    expect(read(text)).toBe('2024-01-31T12:34:56.000Z');
  },
);

it.each([
  'Tue, 31 Jan 2024 10:00:00 GMT',
  'Wed, 31 Jan 2024 10:00:00',
  '2024/02/30',
  '31/1/2024',
  '2024-01-31 13:00 PM',
  '2024-01-31 25:00 UTC',
  'Jan 31 2024',
  'Smarch 1, 2024',
  'Wed Jan 31 2024 10:00:00 GMT+0100',
  '2024-01-31T10:00:00+0000',
])('%s is unreadable', (text) => {
  expect(parseDateText(text)).toBeNull();
});

it('times beyond the range of the reference match nothing', () => {
  expect(matchesProperty('is_date_after', '2024-01-01', 1.7e12)).toBe(true);
  expect(matchesProperty('is_date_after', '2024-01-01', 1.7e15)).toBe(false);
  expect(matchesProperty('is_date_before', '2024-01-01', '-1e13')).toBe(false);
});
