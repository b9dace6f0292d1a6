import { changeOverTime, missingWords } from './over-time';

const METRIC = {
  kind: 'ExperimentMetric',
  metric_type: 'mean',
  source: { kind: 'EventsNode', event: 'buy' },
} as const;
const variant = (key: string, units: number, sum: number, interval: readonly number[] | null) => ({
  ...{ key, number_of_samples: units, sum },
  confidence_interval: interval,
  significant: interval === null ? null : false,
});
const day = (sum: number, interval: readonly number[] | null) => ({
  baseline: variant('control', 100, 200, null),
  variant_results: [variant('test', 100, sum, interval)],
});

it('has the change and its interval for each day with enough data, in the order of the days', () => {
  const timeseries = {
    '2026-03-03': day(240, [0.1, 0.3]),
    '2026-03-01': day(220, null),
    '2026-03-02': day(220, [-0.2, 0.4]),
    '2026-03-04': null,
  };
  const { buckets, series } = changeOverTime(METRIC, null, { timeseries });
  expect(buckets.map(({ title }) => title)).toEqual([
    expect.stringContaining('2'),
    expect.stringContaining('3'),
  ]);
  expect(series).toMatchObject([
    { label: 'test', isBefore: false },
    { label: 'test: interval from', values: [-0.2, 0.1], isBefore: true },
    { label: 'test: interval to', values: [0.4, 0.3], isBefore: true },
  ]);
  expect(series[0]?.values.map((value) => value.toFixed(3))).toEqual(['0.100', '0.200']);
});

it('has no lines without results', () => {
  expect(changeOverTime(METRIC, null, { timeseries: { '2026-03-01': null } })).toEqual({
    buckets: [],
    series: [],
  });
});

it.each([
  [null, { a: {}, b: null }, true],
  ['1 day of 2 has no result.', { a: {}, b: null }, false],
  ['2 days of 2 have no result. Too much memory.', { a: null, b: null, c: null }, true],
])('says that %s', (words, timeseries, isRunning) => {
  const errors = words?.includes('memory') === true ? { b: 'Too much memory.' } : null;
  expect(missingWords({ timeseries, errors }, isRunning)).toBe(words);
});
