import type { AlertCondition, AlertConfig } from '@tidemark/contracts';
import { AlertError } from '../alert-error';
import { latestIntervals } from './latest-intervals';
import { readResponse } from './read-response';

const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
const line = (order: number, data: readonly number[], more: object = {}) => ({
  order,
  data,
  days,
  ...more,
});
const KINDS = {
  TrendsAlertConfig: 'TrendsQuery',
  FunnelsAlertConfig: 'FunnelsQuery',
  HogQLAlertConfig: 'HogQLQuery',
};
/** A Sunday. */
const clock = { now: new Date('2026-11-22T10:30:00Z'), timezone: 'UTC', weekStartDay: 1 };
const read = (
  response: object,
  config: AlertConfig,
  { condition, query = {} }: { condition?: AlertCondition; query?: object } = {},
) =>
  readResponse(response as Record<string, unknown>, {
    config,
    condition: condition ?? { type: 'absolute_value' },
    query: { kind: KINDS[config.type], ...query },
    clock,
  }).map(({ points, current }) => ({
    ...points[current],
    before: points[current - 1]?.value ?? null,
  }));
const OVER_TIME = { query: { funnelsFilter: { funnelVizType: 'trends' } } };

describe('trends', () => {
  const trends: AlertConfig = { type: 'TrendsAlertConfig' };

  it('reads the last complete interval, or the current one', () => {
    const results = [line(0, [1, 2, 3]), line(1, [4, 5, 6])];
    expect(read({ results }, trends)).toEqual([{ at: '2026-11-21', value: 2, before: 1 }]);
    const ongoing = { ...trends, series_index: 1, check_ongoing_interval: true };
    expect(read({ results }, ongoing)).toEqual([{ at: '2026-11-22', value: 6, before: 5 }]);
    const condition = { type: 'relative_decrease' } as const;
    expect(read({ results }, ongoing, { condition })).toMatchObject([{ value: 5, before: 4 }]);
  });

  it('reads totals, and all values of a breakdown', () => {
    const total = { order: 0, data: [], days: [], aggregated_value: 7 };
    const query = { trendsFilter: { display: 'BoldNumber' } };
    expect(read({ results: [total] }, trends, { query })).toEqual([
      { at: null, value: 7, before: null },
    ]);
    const broken = ['a', 'b'].map((value, n) => line(0, [n, n, n], { breakdown_value: value }));
    expect(read({ results: broken }, trends).map(({ value }) => value)).toEqual([0, 1]);
  });

  it('leaves out the compared period, and reads no rows as 0', () => {
    const compared = [
      line(0, [1, 2, 3], { compare_label: 'current' }),
      line(0, [7, 8, 9], { compare_label: 'previous' }),
    ];
    expect(read({ results: compared }, trends).map(({ value }) => value)).toEqual([2]);
    expect(read({ results: [] }, trends)).toEqual([{ at: '2026-11-21', value: 0, before: 0 }]);
    const ongoing = { ...trends, check_ongoing_interval: true };
    expect(read({ results: [] }, ongoing)).toEqual([{ at: '2026-11-22', value: 0, before: 0 }]);
  });

  it.each([
    // `excludeIncompletePeriods`: today is not in the response.
    [['2026-11-20', '2026-11-21'], '2026-11-21'],
    // `daysOfWeek`: today is a Sunday, which is not chosen, or the only chosen day.
    [['2026-11-19', '2026-11-20'], '2026-11-20'],
    [['2026-11-15', '2026-11-22'], '2026-11-15'],
  ])('reads the last complete interval of %j', (shown, at) => {
    const results = [{ order: 0, data: shown.map((_, index) => index), days: shown }];
    expect(read({ results }, trends)).toMatchObject([{ at, value: shown.indexOf(at) }]);
  });

  it('has no value when only the current interval is shown', () => {
    const results = [{ order: 0, data: [5], days: ['2026-11-22'] }];
    expect(read({ results }, trends)).toEqual([{ before: null }]);
  });

  it('reports a series that is missing', () => {
    const config = { ...trends, series_index: 3 };
    expect(() => read({ results: [line(0, [1, 2])] }, config)).toThrow(
      'no series with the index 3',
    );
  });
});

describe('funnels', () => {
  const funnels: AlertConfig = { type: 'FunnelsAlertConfig' };
  const steps = [{ count: 200 }, { count: 100 }, { count: 25 }];

  it.each([
    [{}, 12.5],
    [{ funnel_step: 1 }, 50],
    [{ metric: 'conversion_from_previous' }, 25],
  ] as const)('reads the conversion in percent: %j', (config, value) => {
    expect(read({ results: steps }, { ...funnels, ...config })[0]?.value).toBe(value);
  });

  it('reads each breakdown value, and conversion over time', () => {
    expect(read({ results: [steps, [{ count: 0 }, { count: 0 }]] }, funnels)).toMatchObject([
      { value: 12.5 },
      { value: 0 },
    ]);
    expect(read({ results: [{ data: [10, 20, 30], days }] }, funnels, OVER_TIME)).toEqual([
      { at: '2026-11-21', value: 20, before: 10 },
    ]);
  });

  it('reports a step that is missing', () => {
    expect(() => read({ results: steps }, { ...funnels, funnel_step: 3 })).toThrow(AlertError);
  });

  it('reads a funnel without people as 0', () => {
    expect(read({ results: [] }, funnels)).toEqual([{ at: null, value: 0, before: 0 }]);
    expect(read({ results: [] }, funnels, OVER_TIME)).toMatchObject([{ at: '2026-11-21' }]);
  });
});

it.each([
  ['hour', '2026-11-22 16:00:00', '2026-11-22 15:00:00', '2026-11-22 14:00:00'],
  ['day', '2026-11-22', '2026-11-21', '2026-11-20'],
  ['week', '2026-11-16', '2026-11-09', '2026-11-02'],
  ['month', '2026-11-01', '2026-10-01', '2026-09-01'],
  ['quarter', '2026-10-01', '2026-07-01', '2026-04-01'],
  ['year', '2026-01-01', '2025-01-01', '2024-01-01'],
])('names the latest intervals: %s', (interval, ongoing, complete, before) => {
  const found = latestIntervals(interval, { ...clock, timezone: 'Asia/Kathmandu' });
  expect(found).toEqual({ ongoing, complete, before });
  // Sunday is the first day of a week here.
  expect(latestIntervals('week', { ...clock, weekStartDay: 0 }).ongoing).toBe('2026-11-22');
});

describe('statements', () => {
  const hogql: AlertConfig = { type: 'HogQLAlertConfig' };
  const table = {
    columns: ['day', 'n', 'm'],
    results: [
      ['a', 1, 5],
      ['b', 2, 6],
    ],
    hasMore: false,
  };

  it('reads a column of the last row, of the first, or of any', () => {
    const n = { ...hogql, column: 'n' };
    expect(read(table, n)).toEqual([{ at: null, value: 2, before: 1 }]);
    expect(read(table, { ...n, evaluation: 'first_row' })).toEqual([
      { at: null, value: 1, before: 2 },
    ]);
    expect(read(table, { ...n, evaluation: 'any_row' }).map(({ value }) => value)).toEqual([1, 2]);
  });

  it('finds the only column with numbers; an empty result is 0', () => {
    const results = [
      ['a', null],
      ['b', 3],
      ['c', null],
    ];
    expect(read({ columns: ['a', 'b'], results, hasMore: false }, hogql)).toEqual([
      { at: null, value: 0, before: 3 },
    ]);
    expect(read({ columns: [], results: [], hasMore: false }, hogql)[0]?.value).toBe(0);
  });

  it('reads the average of no rows as 0', () => {
    const types = [
      ['day', 'Date'],
      ['average', 'Nullable(Float64)'],
    ];
    const empty = { columns: ['day', 'average'], types, results: [['2026-11-22', null]] };
    expect(read({ ...empty, hasMore: false }, hogql)[0]?.value).toBe(0);
  });

  it.each<[object, Partial<AlertConfig>, string]>([
    [table, {}, '2 columns with numbers'],
    [table, { column: 'x' }, 'no column x'],
    [table, { column: 'day' }, 'not a number'],
    [{ ...table, hasMore: true }, { column: 'n' }, 'more rows'],
    [
      { ...table, results: Array.from({ length: 51 }, () => ['a', 1, 2]) },
      { column: 'n', evaluation: 'any_row' } as object,
      'at most 50',
    ],
  ])('rejects ambiguous results (%#)', (response, config, message) => {
    expect(() => read(response, { ...hogql, ...config })).toThrow(message);
  });
});
