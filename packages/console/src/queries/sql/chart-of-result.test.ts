import { chartColumns, chartOfResult, chosenColumns } from './chart-of-result';
import type { SqlResult } from './result';

const result: SqlResult = {
  columns: ['event', 'day', 'n'],
  types: [
    ['event', 'String'],
    ['day', 'Date'],
    ['n', 'UInt64'],
  ],
  rows: [
    ['a', '2026-01-01', 1],
    ['b', '2026-01-01', 5],
    ['a', '2026-01-02', 2],
  ],
  hasMore: false,
  warnings: [],
};

describe('the chart of a result', () => {
  it('has times on the axis and one series per name', () => {
    const chosen = chartColumns(result);
    expect(chosen).toEqual({ x: 1, values: [2], split: 0 });
    expect(chartOfResult(result, chosen ?? { x: 0, values: [], split: null }, 'UTC')).toEqual({
      buckets: [
        { tick: '2026-01-01', title: '2026-01-01' },
        { tick: '2026-01-02', title: '2026-01-02' },
      ],
      series: [
        { label: 'b', values: [5, 0] },
        { label: 'a', values: [1, 2] },
      ],
      leftOut: 0,
    });
  });

  it.each([
    [{}, { x: 1, values: [2], split: 0 }],
    [
      { x: '0', split: '-1' },
      { x: 0, values: [2], split: null },
    ],
    [
      { value: '0', x: '9', split: 'b' },
      { x: 1, values: [2], split: 0 },
    ],
    [
      { x: '-1', value: '2', split: '' },
      { x: 1, values: [2], split: 0 },
    ],
  ])('draws the columns that the URL names, if they exist: %j', (named, columns) => {
    expect(
      chosenColumns(result, { x: undefined, value: undefined, split: undefined, ...named }),
    ).toEqual(columns);
  });

  it('keeps both hours apart when clocks are set back', () => {
    const hours = {
      columns: ['hour', 'n'],
      types: [
        ['hour', "DateTime('Europe/London')"],
        ['n', 'UInt64'],
      ],
      rows: [
        ['2026-10-25T01:00:00+01:00', 3],
        ['2026-10-25T01:00:00+00:00', 4],
      ],
      hasMore: false,
      warnings: [],
    } as const;
    const chart = chartOfResult(hours, { x: 0, values: [1], split: null }, 'Europe/London');
    expect(chart.buckets).toHaveLength(2);
    expect(chart.series).toEqual([{ label: 'n', values: [3, 4] }]);
  });

  it('needs a column of numbers', () => {
    expect(chartColumns({ ...result, types: [], columns: ['a'] })).toBeNull();
  });
});
