import { bucketWords } from '../bucket-words';
import { exactDays } from './exact-days';
import { newFunnel, newLifecycle, newTrends } from './new-insight';
import { peopleBehindPoint } from './people-behind';
import { shapeLifecycle } from './shape-counts';
import { shapeBoxes } from './shape-displays';
import { shapeConversion } from './shape-funnel-times';
import { shapeTrends } from './shape-trends';

const berlin = (date_from: string) => ({
  timezone: 'Europe/Berlin',
  resolved_date_range: { date_from, date_to: '2026-10-25T23:59:59.999999+01:00' },
});
const NIGHT = ['01:00', '02:00', '02:00', '03:00'].map((hour) => `2026-10-25 ${hour}:00`);
const EXACT = [
  '2026-10-25 01:00:00',
  '2026-10-25T02:00:00+02:00',
  '2026-10-25T02:00:00+01:00',
  '2026-10-25 03:00:00',
];
const response = berlin('2026-10-25T00:00:00+02:00');

describe('the starts of buckets', () => {
  it('have their offset where clocks show a time twice', () => {
    expect(exactDays(NIGHT, 'hour', response)).toEqual(EXACT);
  });

  it('are exact also where the range begins in the second of two equal hours', () => {
    const days = NIGHT.slice(2);
    expect(exactDays(days, 'hour', berlin('2026-10-25T02:30:00+01:00'))).toEqual(EXACT.slice(2));
    const first = ['2026-10-25T02:00:00+02:00', '2026-10-25 03:00:00'];
    expect(exactDays(days, 'hour', berlin('2026-10-25T02:30:00+02:00'))).toEqual(first);
  });

  it('are exact by the minute', () => {
    const days = ['02:58', '02:59', '02:00', '02:01'].map((time) => `2026-10-25 ${time}:00`);
    const from = berlin('2026-10-25T02:58:00+02:00');
    expect(exactDays(days, 'minute', from).map((day) => day.slice(11))).toEqual([
      '02:58:00+02:00',
      '02:59:00+02:00',
      '02:00:00+01:00',
      '02:01:00+01:00',
    ]);
  });

  it('are exact where clocks go back by half an hour, within an hour of the day', () => {
    const days = ['01:00', '01:30', '02:30'].map((time) => `2019-04-07 ${time}:00`);
    const range = { date_from: '2019-04-07T01:00:00+11:00', date_to: '2019-04-07T03:00:00+10:30' };
    const zone = { timezone: 'Australia/Lord_Howe', resolved_date_range: range };
    expect(exactDays(days, 'hour', zone)).toEqual([
      '2019-04-07 01:00:00',
      '2019-04-07T01:30:00+10:30',
      '2019-04-07 02:30:00',
    ]);
  });

  it.each<[string, readonly string[], string, object]>([
    ['days', ['2026-10-24', '2026-10-25'], 'day', response],
    ['other dates', ['2026-10-24 02:00:00', '2026-10-26 02:00:00'], 'hour', response],
    ['a zone without a change', NIGHT, 'hour', { ...response, timezone: 'UTC' }],
    [
      'the hour that is skipped in spring',
      ['2026-03-29 01:00:00', '2026-03-29 03:00:00'],
      'hour',
      response,
    ],
    ['an unknown zone', NIGHT, 'hour', {}],
    ['other texts', ['3', '4'], 'hour', response],
  ])('are unchanged for %s', (_, days, interval, of) => {
    expect(exactDays(days, interval, of)).toEqual(days);
  });
});

describe('the second of two equal hours', () => {
  const line = { data: [1, 2, 3, 4], days: NIGHT, labels: NIGHT, action: { id: 'x' }, order: 0 };

  it('opens its own people', () => {
    const query = { ...newTrends(), interval: 'hour' as const };
    const shape = shapeTrends(query, { results: [line], ...response });
    const day = shape.series[0]?.days[2] ?? null;
    const point = { title: '', seriesIndex: 0, day, breakdown: undefined, compare: null, value: 3 };
    expect(peopleBehindPoint(query, point).source).toMatchObject({ day: EXACT[2] });
  });

  it('is exact in every view by the hour', () => {
    const hourly = <Q>(query: Q): Q & { readonly interval: 'hour' } => ({
      ...query,
      interval: 'hour',
    });
    const lifecycle = { ...line, status: 'new' };
    const found = { ...response, results: [lifecycle] };
    expect(shapeLifecycle(hourly(newLifecycle()), found).days).toEqual(EXACT);
    expect(shapeConversion(hourly(newFunnel()), found).lines[0]?.days).toEqual(EXACT);
    const boxes = NIGHT.map((day) => ({
      day,
      label: day,
      series_index: 0,
      min: 1,
      max: 1,
      mean: 1,
    }));
    expect(shapeBoxes(hourly(newTrends()), { ...response, results: boxes }).days).toEqual(EXACT);
  });

  it('is named with its offset', () => {
    const titles = EXACT.map((day) => bucketWords(day, undefined, 'hour', 'en-GB').title);
    expect(titles).toEqual([
      'Sun 25 Oct, 01:00',
      'Sun 25 Oct, 02:00 (UTC+02:00)',
      'Sun 25 Oct, 02:00 (UTC+01:00)',
      'Sun 25 Oct, 03:00',
    ]);
  });
});
