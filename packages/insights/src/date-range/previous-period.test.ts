import type { DateRange } from './date-range';
import { previousPeriod } from './previous-period';
import type { DateRangeInput } from './resolve-date-range';
import { resolve, ends, days } from './test-support/resolved-range';

describe('the period before', () => {
  it.each<[DateRangeInput, Parameters<typeof resolve>[1], string, string]>([
    [
      { date_from: '2020-01-15', date_to: '2020-01-19' },
      {},
      '2020-01-10 00:00:00',
      '2020-01-14 23:59:59',
    ],
    [
      { date_from: '-7d' },
      { at: '2020-01-24T11:00:00' },
      '2020-01-10 00:00:00',
      '2020-01-17 23:59:59',
    ],
    [
      { date_from: '-6d' },
      { at: '2020-01-24T11:00:00' },
      '2020-01-11 00:00:00',
      '2020-01-17 23:59:59',
    ],
    [{}, { at: '2020-01-24T11:00:00' }, '2020-01-10 00:00:00', '2020-01-17 23:59:59'],
    [
      { date_from: '-7dStart' },
      { at: '2020-01-24T11:00:00' },
      '2020-01-10 00:00:00',
      '2020-01-17 23:59:59',
    ],
    [
      { date_from: '-14d', date_to: '-1d' },
      { at: '2020-01-24T11:00:00' },
      '2019-12-27 00:00:00',
      '2020-01-09 23:59:59',
    ],
    [{ date_from: '-7d' }, { exact: true }, '2026-11-07 13:20:37', '2026-11-14 13:20:37'],
    [{ date_from: '-3d' }, { exact: true }, '2026-11-15 13:20:37', '2026-11-18 13:20:37'],
    [
      { date_from: '2026-11-01T20:00:00', date_to: '2026-11-03T08:00:00', explicitDate: true },
      {},
      '2026-10-31 20:00:00',
      '2026-11-02 08:00:00',
    ],
    [
      { date_from: '2026-03-28', date_to: '2026-03-31' },
      { zone: 'Europe/Berlin' },
      '2026-03-24 00:00:00',
      '2026-03-27 23:59:59',
    ],
    [{ date_from: '-48h' }, { interval: 'hour' }, '2026-11-17 13:00:00', '2026-11-19 13:59:59'],
    [{ date_from: '-2h' }, { interval: 'hour' }, '2026-11-20 11:00:00', '2026-11-20 13:59:59'],
    [{ date_from: '-1h' }, { interval: 'minute' }, '2026-11-21 11:19:37', '2026-11-21 12:19:59'],
    [{ date_from: '-10s' }, { interval: 'second' }, '2026-11-21 13:20:17', '2026-11-21 13:20:26'],
  ])('%j with %j', (input, options, from, to) => {
    expect(ends(previousPeriod(resolve(input, options), null))).toEqual([from, to]);
  });

  it.each([
    ['-1y', '2019-01-15 00:00:00', '2019-01-19 23:59:59'],
    ['-2w', '2020-01-01 00:00:00', '2020-01-05 23:59:59'],
    ['-1m', '2019-12-15 00:00:00', '2019-12-19 23:59:59'],
    ['-14m', '2018-11-15 00:00:00', '2018-11-19 23:59:59'],
    ['-100w', '2018-02-14 00:00:00', '2018-02-18 23:59:59'],
    ['-14d', '2020-01-01 00:00:00', '2020-01-05 23:59:59'],
    ['-1q', '2019-10-16 00:00:00', '2019-10-20 23:59:59'],
    ['-30h', '2020-01-13 18:00:00', '2020-01-18 17:59:59'],
    ['-1mStart', '2019-12-01 00:00:00', '2019-12-05 23:59:59'],
  ])('is as long when it is compared to %s', (compareTo, from, to) => {
    const range = resolve({ date_from: '2020-01-15', date_to: '2020-01-19' });
    expect(ends(previousPeriod(range, compareTo))).toEqual([from, to]);
  });

  it('rejects text that is not a relative date', () => {
    expect(() => previousPeriod(resolve(null), '?')).toThrow("'?' is not a date");
  });
});

describe('whole periods only', () => {
  const whole = (input: DateRangeInput, options: Parameters<typeof resolve>[1] = {}): DateRange =>
    resolve({ ...input, excludeIncompletePeriods: true }, options);

  it.each<[string, DateRangeInput, Parameters<typeof resolve>[1], string[]]>([
    ['today', { date_from: '-2d' }, {}, ['2026-11-19', '2026-11-20']],
    [
      'nothing of a past range',
      { date_from: '2026-11-01', date_to: '2026-11-02' },
      {},
      ['2026-11-01', '2026-11-02'],
    ],
    [
      'this hour',
      { date_from: '-2h' },
      { interval: 'hour' },
      ['2026-11-21 11:00:00', '2026-11-21 12:00:00'],
    ],
    [
      'the week that the start cuts, and this one',
      { date_from: '-17d' },
      { interval: 'week' },
      ['2026-11-08'],
    ],
    [
      'the month that the start cuts, not the one that the end cuts',
      { date_from: '2026-09-10', date_to: '2026-10-15' },
      { interval: 'month' },
      ['2026-10-01'],
    ],
    ['not all there is', { date_from: 'dStart' }, {}, ['2026-11-21']],
    ['not a part of the only month', { date_from: '-3d' }, { interval: 'month' }, ['2026-11-01']],
    ['what is to come', { date_from: '-1d', date_to: '2026-12-24' }, {}, ['2026-11-20']],
    [
      'days cut by explicit ends',
      {
        date_from: '2026-11-01T10:00:00',
        date_to: '2026-11-03T10:00:00',
        explicitDate: true,
      },
      {},
      ['2026-11-02', '2026-11-03'],
    ],
  ])('leave out %s', (_, input, options, expected) => {
    expect(days(whole(input, options))).toEqual(expected);
  });

  it('are compared with as many before them, weekday by weekday', () => {
    const range = whole({ date_from: '-7d' }, { at: '2021-08-25T10:00:00' });
    expect(ends(range)).toEqual(['2021-08-18 00:00:00', '2021-08-24 23:59:59']);
    expect(ends(previousPeriod(range, null))).toEqual([
      '2021-08-11 00:00:00',
      '2021-08-17 23:59:59',
    ]);
  });
});
