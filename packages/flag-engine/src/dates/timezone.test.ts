import { parseDateText, resolveDate } from './date-text';

const NOW = new Date('2026-03-31T12:00:00Z');

function utc(text: string, timezone: string, now = NOW): string | null {
  const written = parseDateText(text);
  const instant = written && resolveDate(written, now, timezone);
  return instant && new Date(instant.seconds * 1000 + instant.nanos / 1e6).toISOString();
}

describe('wall clock in a timezone', () => {
  it.each([
    ['2024-01-15 12:00', 'Europe/Berlin', '2024-01-15T11:00:00.000Z'],
    ['2024-07-15 12:00', 'Europe/Berlin', '2024-07-15T10:00:00.000Z'],
    ['2024-07-15 12:00', 'Asia/Kolkata', '2024-07-15T06:30:00.000Z'],
    ['2024-07-15 12:00', 'Pacific/Kiritimati', '2024-07-14T22:00:00.000Z'],
    ['2024-07-15 12:00:00.250', 'Pacific/Pago_Pago', '2024-07-15T23:00:00.250Z'],
    // The hour that is repeated in autumn: the earlier one counts.
    ['2024-10-27 02:30', 'Europe/Berlin', '2024-10-27T00:30:00.000Z'],
    ['2024-11-03 01:30', 'America/New_York', '2024-11-03T05:30:00.000Z'],
    // The hour that is skipped in spring does not exist.
    ['2024-03-31 02:30', 'Europe/Berlin', null],
    ['2024-03-31 03:00', 'Europe/Berlin', '2024-03-31T01:00:00.000Z'],
    // A whole day that the timezone skipped.
    ['2011-12-30 12:00', 'Pacific/Apia', null],
    ['2024-01-15 12:00', 'Nowhere/Atlantis', '2024-01-15T12:00:00.000Z'],
  ])('%s in %s is %s', (text, timezone, expected) => {
    expect(utc(text, timezone)).toBe(expected);
  });

  it('reaches back before Christ', () => {
    // The local mean time of Berlin is 53 minutes and 28 seconds ahead of UTC.
    expect(utc('9999y', 'Europe/Berlin')).toBe('-007973-03-31T13:06:32.000Z');
  });

  it('counts relative days on the local clock, across the change to summer time', () => {
    expect(utc('-3d', 'Europe/Berlin')).toBe('2026-03-28T13:00:00.000Z');
    expect(utc('-3d', 'UTC')).toBe('2026-03-28T12:00:00.000Z');
  });
});

describe('relative dates', () => {
  it.each([
    ['5h', '2026-03-31T07:00:00.000Z'],
    ['-2w', '2026-03-17T12:00:00.000Z'],
    ['1m', '2026-02-28T12:00:00.000Z'],
    ['13m', '2025-02-28T12:00:00.000Z'],
    ['1y', '2025-03-31T12:00:00.000Z'],
    ['0m', '2026-03-31T12:00:00.000Z'],
    ['007d', '2026-03-24T12:00:00.000Z'],
  ])('%s before noon of 31 March 2026 is %s', (text, expected) => {
    expect(utc(text, 'UTC')).toBe(expected);
  });

  it('clamps 29 February to the 28th for any number of years', () => {
    const leapDay = new Date('2024-02-29T08:00:00.125Z');
    expect(utc('1y', 'UTC', leapDay)).toBe('2023-02-28T08:00:00.125Z');
    expect(utc('4y', 'UTC', leapDay)).toBe('2020-02-28T08:00:00.125Z');
    expect(utc('12m', 'UTC', leapDay)).toBe('2023-02-28T08:00:00.125Z');
  });

  it.each(['7', '7s', '1.5d', '--7d', '10000d', 'd', '7D', ' 7d'])('%s is none', (text) => {
    expect(utc(text, 'UTC')).toBeNull();
  });
});

describe('date texts', () => {
  it.each([
    '2024-13-01',
    '2024-02-30',
    '2023-02-29',
    '2024-01-01T24:00:00Z',
    '2024-01-01T10:60',
    '2024-01-01T10:00:00+24:00',
    '2024-01-01T10:00:00+0200',
    '2024-01-01 10:00Z',
    '13/02/2024',
    '20240101',
    '',
  ])('%s is none', (text) => {
    expect(utc(text, 'UTC')).toBeNull();
  });
});
