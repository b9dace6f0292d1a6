import { usageDays } from './usage-days';

const calls = (day: string, response: string, count: number) => ({
  day,
  response,
  calls: count,
  distinct_ids: 1,
});

it('has a bucket for each day, also for days without requests and at the end of a month', () => {
  const { buckets, series } = usageDays(
    [calls('2026-03-01', 'true', 4)],
    'calls',
    {
      days: 3,
      today: '2026-03-01',
    },
    'en-US',
  );
  expect(buckets.map(({ tick }) => tick)).toEqual(['Feb 27', 'Feb 28', 'Mar 1']);
  expect(buckets[2]?.title).toBe('Sun, Mar 1, 2026');
  expect(series.map(({ values }) => values)).toEqual([[0, 0, 4]]);
});

it('lists the most frequent value first and labels requests without a value', () => {
  const rows = [
    calls('2026-03-01', '', 1),
    calls('2026-02-28', 'test', 2),
    calls('2026-03-01', 'test', 3),
    calls('2026-03-01', 'control', 4),
  ];
  const { series } = usageDays(rows, 'calls', { days: 2, today: '2026-03-01' });
  expect(series.map(({ label, total, values, look }) => [label, total, values, look])).toEqual([
    ['test', 5, [2, 3], 0],
    ['control', 4, [0, 4], 1],
    ['(no value)', 1, [0, 1], 2],
  ]);
});

it('counts distinct ids', () => {
  const rows = [calls('2026-03-01', 'test', 7)];
  const { series } = usageDays(rows, 'distinct_ids', { days: 1, today: '2026-03-01' });
  expect(series.map(({ values }) => values)).toEqual([[1]]);
});

it('has no series without requests', () => {
  expect(usageDays([], 'calls', { days: 7, today: '2026-03-01' }).series).toEqual([]);
});
