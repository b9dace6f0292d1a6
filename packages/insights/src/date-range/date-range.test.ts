import { bucketStarts } from './buckets';
import type { DateRange } from './date-range';
import { bucketLabel } from './labels';
import { previousPeriod } from './previous-period';
import type { DateRangeInput, DateRangeOptions } from './resolve-date-range';
import { at, resolve, ends, days } from './test-support/resolved-range';

const labels = (range: DateRange): string[] =>
  bucketStarts(range).map((start) => bucketLabel(start, range));

describe('a date range', () => {
  it.each<[DateRangeInput | null, Partial<DateRangeOptions>, string, string]>([
    [null, {}, '2026-11-14 00:00:00', '2026-11-21 23:59:59'],
    [{ date_from: '-7d' }, {}, '2026-11-14 00:00:00', '2026-11-21 23:59:59'],
    [{ date_from: '7d' }, {}, '2026-11-14 00:00:00', '2026-11-21 23:59:59'],
    [{ date_from: '-3h' }, { interval: 'hour' }, '2026-11-21 10:00:00', '2026-11-21 13:59:59'],
    [{ date_from: '-3h' }, { interval: 'minute' }, '2026-11-21 10:20:37', '2026-11-21 13:20:59'],
    [{ date_from: '-30M' }, { interval: 'minute' }, '2026-11-21 12:50:37', '2026-11-21 13:20:59'],
    [{ date_from: 'dStart' }, {}, '2026-11-21 00:00:00', '2026-11-21 23:59:59'],
    [
      { date_from: '-1dStart', date_to: '-1dEnd' },
      {},
      '2026-11-20 00:00:00',
      '2026-11-20 23:59:59',
    ],
    [{ date_from: 'mStart' }, {}, '2026-11-01 00:00:00', '2026-11-21 23:59:59'],
    [
      { date_from: '-1mStart', date_to: '-1mEnd' },
      {},
      '2026-10-01 00:00:00',
      '2026-10-31 23:59:59',
    ],
    [{ date_from: 'yStart' }, {}, '2026-01-01 00:00:00', '2026-11-21 23:59:59'],
    [{ date_from: '2025', date_to: '2025-02' }, {}, '2025-01-01 00:00:00', '2025-02-01 23:59:59'],
    [{ date_from: '-1q' }, {}, '2026-08-22 00:00:00', '2026-11-21 23:59:59'],
    [{ date_from: '-2w' }, {}, '2026-11-07 00:00:00', '2026-11-21 23:59:59'],
    [
      { date_from: '2026-1-5', date_to: '2026-01-09' },
      {},
      '2026-01-05 00:00:00',
      '2026-01-09 23:59:59',
    ],
    [
      { date_from: '2026-01-05', date_to: '2026-01-09 10:30:00' },
      { interval: 'hour' },
      '2026-01-05 00:00:00',
      '2026-01-09 10:30:00',
    ],
    [
      { date_from: '2026-01-05T08:15:00', date_to: '2026-01-05T10:30:00', explicitDate: true },
      {},
      '2026-01-05 08:15:00',
      '2026-01-05 10:30:00',
    ],
    [{ date_from: '2026-01-05T23:00:00-03:00' }, {}, '2026-01-06 02:00:00', '2026-11-21 23:59:59'],
    [{ date_from: 'all' }, {}, '2015-01-01 00:00:00', '2026-11-21 23:59:59'],
    [
      { date_from: 'all' },
      { earliest: at('2026-10-03T17:00:00') },
      '2026-10-03 17:00:00',
      '2026-11-21 23:59:59',
    ],
    [
      { date_from: '-1wStart', date_to: '-1wEnd' },
      {},
      '2026-11-08 00:00:00',
      '2026-11-14 23:59:59',
    ],
    [
      { date_from: '-1wStart', date_to: '-1wEnd' },
      { weekStartDay: 1 },
      '2026-11-09 00:00:00',
      '2026-11-15 23:59:59',
    ],
    [
      { date_from: '-1qStart', date_to: '-1qEnd' },
      {},
      '2026-07-01 00:00:00',
      '2026-09-30 23:59:59',
    ],
    [{ date_from: '-7d' }, { exact: true }, '2026-11-14 13:20:37', '2026-11-21 13:20:37'],
    [
      { date_from: '-2hStart', date_to: '-1hEnd' },
      { interval: 'minute' },
      '2026-11-21 11:00:00',
      '2026-11-21 12:59:59',
    ],
    [
      { date_from: '-90s', date_to: '-30s' },
      { interval: 'second' },
      '2026-11-21 13:19:07',
      '2026-11-21 13:20:06',
    ],
    [{ date_from: '-10s' }, { interval: 'second' }, '2026-11-21 13:20:27', '2026-11-21 13:20:36'],
    [
      { date_from: '2026-11-21T10:00:00', date_to: '2026-11-21T10:00:05' },
      { interval: 'second' },
      '2026-11-21 10:00:00',
      '2026-11-21 10:00:05',
    ],
    [{ date_from: '-40s' }, {}, '2026-11-21 00:00:00', '2026-11-21 23:59:59'],
    [{ date_from: '-1yStart', date_to: 'yEnd' }, {}, '2025-01-01 00:00:00', '2026-11-30 23:59:59'],
    [{ date_from: '-6m' }, { interval: 'quarter' }, '2026-05-21 00:00:00', '2026-11-21 23:59:59'],
  ])('%j with %j', (input, options, from, to) => {
    expect(ends(resolve(input, options))).toEqual([from, to]);
  });

  it('reads absolute dates in the zone of the project', () => {
    const range = resolve({ date_from: '2026-01-05' }, { zone: 'America/New_York' });
    expect(range.from.toUTC().toISO()).toBe('2026-01-05T05:00:00.000Z');
  });

  it('reads days from the hour on where the start is a number of hours', () => {
    const range = resolve({ date_from: '-24h' });
    expect(days(range)).toEqual(['2026-11-20', '2026-11-21']);
    expect(range.readFrom.toISO()).toBe('2026-11-20T13:00:00.000Z');
    expect(resolve({ date_from: 'hStart' }).readFrom.toISODate()).toBe('2026-11-21');
  });

  it("reads no event before a week's plain start, though the week is shown", () => {
    const range = resolve(
      { date_from: '2020-01-12', date_to: '2020-01-26' },
      { interval: 'week', weekStartDay: 1 },
    );
    expect(days(range)).toEqual(['2020-01-06', '2020-01-13', '2020-01-20']);
    expect(range.readFrom.toISODate()).toBe('2020-01-12');
    expect(labels(range)).toEqual(['12-Jan-2020', '13–19 Jan', '20–26 Jan']);
  });

  it('begins weeks on Sunday by default', () => {
    const range = resolve({ date_from: '2020-01-12', date_to: '2020-02-02' }, { interval: 'week' });
    expect(days(range)).toEqual(['2020-01-12', '2020-01-19', '2020-01-26', '2020-02-02']);
    expect(labels(range)).toEqual(['12–18 Jan', '19–25 Jan', '26-Jan – 1-Feb', '2-Feb-2020']);
  });

  it.each<[DateRangeOptions['interval'], string, string[], string]>([
    ['month', '-2m', ['2026-09-01', '2026-10-01', '2026-11-01'], '2026-09-01'],
    ['quarter', '-7m', ['2026-04-01', '2026-07-01', '2026-10-01'], '2026-04-21'],
    ['year', '-1y', ['2025-01-01', '2026-01-01'], '2025-11-21'],
    ['second', '-2s', ['2026-11-21 13:20:35', '2026-11-21 13:20:36'], '2026-11-21'],
  ])('shows each %s from %s on', (interval, from, shown, readFrom) => {
    const range = resolve({ date_from: from }, { interval });
    expect(days(range)).toEqual(shown);
    expect(range.readFrom.toISODate()).toBe(readFrom);
  });

  it('moves hours that clocks leave out, and means the first of those they show twice', () => {
    const ofBerlin = (text: string): string | null =>
      resolve({ date_from: text, explicitDate: true }, { zone: 'Europe/Berlin' }).from.toISO({
        suppressMilliseconds: true,
      });
    expect(ofBerlin('2026-03-29T02:30:00')).toBe('2026-03-29T03:30:00+02:00');
    expect(ofBerlin('2026-10-25 02:30')).toBe('2026-10-25T02:30:00+02:00');
    expect(ofBerlin('2026-10-25T02:30:00+01:00')).toBe('2026-10-25T02:30:00+01:00');
  });

  it('names parts of days, days, and longer units', () => {
    const last = (interval: DateRangeOptions['interval'], from: string): string | undefined =>
      labels(resolve({ date_from: from }, { interval })).at(-1);
    expect(last('hour', '-2h')).toBe('21-Nov 13:00');
    expect(last('minute', '-2M')).toBe('21-Nov 13:20');
    expect(last('day', '-2d')).toBe('21-Nov-2026');
    expect(last('month', '-2m')).toBe('Nov 2026');
    expect(last('second', '-2s')).toBe('21-Nov 13:20:36');
    expect(last('quarter', '-2q')).toBe('Q4 2026');
    expect(last('year', '-2y')).toBe('2026');
  });

  it('has 23 and 25 hours on the days the clock changes', () => {
    const hours = (day: string): number =>
      days(
        resolve(
          { date_from: day, date_to: `${day} 23:59:59` },
          { interval: 'hour', zone: 'Europe/Berlin' },
        ),
      ).length;
    expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-11-21')]).toEqual([23, 25, 24]);
  });

  it('is rejected when it has too many intervals', () => {
    const range = resolve({ date_from: '2020-01-01' }, { interval: 'minute' });
    expect(() => bucketStarts(range)).toThrow('The date range has more than 50000 intervals');
  });
});

it('shows the chosen days of the week, and every longer or shorter bucket', () => {
  const range = { date_from: '2026-11-16', date_to: '2026-11-22' };
  expect(days(resolve({ ...range, daysOfWeek: [6, 1, 1] }))).toEqual(['2026-11-16', '2026-11-21']);
  expect(days(resolve({ ...range, daysOfWeek: [6] }, { interval: 'month' }))).toEqual([
    '2026-11-01',
  ]);
  expect(days(resolve({ ...range, daysOfWeek: [1, 2, 3, 4, 5, 6, 7] }))).toHaveLength(7);
});

describe('where clocks skip midnight', () => {
  // 8 March 2020 began at one o'clock in Havana.
  const havana = { zone: 'America/Havana', at: '2020-03-24T12:00:00' };

  it.each<[Partial<DateRangeOptions>, string, string[]]>([
    [{ interval: 'week' }, '2020-03-22', ['2020-03-08', '2020-03-15', '2020-03-22']],
    [{ interval: 'day' }, '2020-03-10', ['2020-03-08', '2020-03-09', '2020-03-10']],
  ])('every bucket is there: %j', (options, to, expected) => {
    const range = resolve({ date_from: '2020-03-08', date_to: to }, { ...havana, ...options });
    expect(days(range)).toEqual(expected);
    expect(bucketStarts(range).map(({ hour }) => hour)).toEqual(
      expected.map((_, at) => Number(at === 0)),
    );
  });

  it.each([null, '-3d'])('the period before begins at midnight: %s', (compareTo) => {
    const range = resolve({ date_from: '2020-03-08', date_to: '2020-03-10' }, havana);
    expect(ends(previousPeriod(range, compareTo))[0]).toBe('2020-03-05 00:00:00');
  });
});
