import type { AlertCondition, AlertConfig } from '@tidemark/contracts';
import { AlertError } from '../alert-error';
import { readResponse } from './read-response';

const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
const line = (order: number, data: readonly number[], more: object = {}) => ({
  order,
  data,
  days,
  ...more,
});
const read = (
  response: object,
  config: AlertConfig,
  condition: AlertCondition = { type: 'absolute_value' },
) =>
  readResponse(response as Record<string, unknown>, { config, condition }).map(
    ({ points, current }) => ({
      ...points[current],
      before: points[current - 1]?.value ?? null,
    }),
  );

describe('trends', () => {
  const trends: AlertConfig = { type: 'TrendsAlertConfig' };

  it('reads the last complete interval, or the current one', () => {
    const results = [line(0, [1, 2, 3]), line(1, [4, 5, 6])];
    expect(read({ results }, trends)).toEqual([{ at: '2026-11-21', value: 2, before: 1 }]);
    const ongoing = { ...trends, series_index: 1, check_ongoing_interval: true };
    expect(read({ results }, ongoing)).toEqual([{ at: '2026-11-22', value: 6, before: 5 }]);
    const decrease = { type: 'relative_decrease' } as const;
    expect(read({ results }, ongoing, decrease)).toMatchObject([{ value: 5, before: 4 }]);
  });

  it('reads totals, and all values of a breakdown', () => {
    const total = { order: 0, data: [], days: [], aggregated_value: 7 };
    expect(read({ results: [total] }, trends)).toEqual([{ at: null, value: 7, before: null }]);
    const broken = ['a', 'b'].map((value, n) => line(0, [n, n, n], { breakdown_value: value }));
    expect(read({ results: broken }, trends).map(({ value }) => value)).toEqual([0, 1]);
  });

  it('leaves out the compared period, and reads no rows as 0', () => {
    const compared = [
      line(0, [1, 2, 3], { compare_label: 'current' }),
      line(0, [7, 8, 9], { compare_label: 'previous' }),
    ];
    expect(read({ results: compared }, trends).map(({ value }) => value)).toEqual([2]);
    expect(read({ results: [] }, trends)).toEqual([{ at: null, value: 0, before: 0 }]);
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
    expect(read({ results: [{ data: [10, 20, 30], days }] }, funnels)).toEqual([
      { at: '2026-11-21', value: 20, before: 10 },
    ]);
  });

  it('reports a step that is missing', () => {
    expect(() => read({ results: steps }, { ...funnels, funnel_step: 3 })).toThrow(AlertError);
  });

  it('reads a funnel without people as 0', () => {
    expect(read({ results: [] }, funnels)).toEqual([{ at: null, value: 0, before: 0 }]);
  });
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
