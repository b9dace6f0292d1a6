import { counts, FIVE_DAYS, retentionScene, UNTIL } from './test-support/retention-scene';

const { retention } = retentionScene();

it('counts full days from the time of the first start alone', async () => {
  const events = [
    { at: '2020-01-06 20:00:00', who: 'a' },
    { at: '2020-01-07 10:00:00', who: 'a' },
    { at: '2020-01-08 21:00:00', who: 'a' },
  ];
  const rolling = { ...FIVE_DAYS, timeWindowMode: '24_hour_windows' };
  expect(counts(await retention(events, rolling, UNTIL)).slice(0, 3)).toEqual([
    [1, 0, 1, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
  ]);
  await expect(retention([], { ...rolling, cumulative: true }, UNTIL)).rejects.toMatchObject({
    status: 400,
    message: 'Cumulative retention is not supported for 24 hour windows.',
    code: 'retention_cumulative_24_hour_windows_unsupported',
  });
});

it('counts full days by the clock, and months of thirty days', async () => {
  const events = [
    { at: '2020-01-06 20:50:00', who: 'a' },
    { at: '2020-01-07 20:10:00', who: 'a' },
    { at: '2020-01-31 12:00:00', who: 'b' },
  ];
  const rolling = { totalIntervals: 2, timeWindowMode: '24_hour_windows' };
  expect(counts(await retention(events, rolling, UNTIL))[1]).toEqual([0, 0]);
  const days = { dateRange: { date_from: '2020-01-06', date_to: '2020-01-06' } };
  expect(counts(await retention([], rolling, days))).toEqual([[1, 0]]);
  const week = { dateRange: { date_from: '2020-01-06', date_to: '2020-01-08' } };
  expect(counts(await retention([], rolling, week))[0]).toEqual([1, 1]);
  const year = { dateRange: { date_from: '2020-01-01', date_to: '2020-02-10' } };
  expect(counts(await retention([], { ...rolling, period: 'Month' }, year))).toEqual([
    [1, 0],
    [1, 0],
  ]);
});

it('counts full days of those who started, enough returns in each, also in brackets', async () => {
  const events = [
    { at: '2020-01-06 20:00:00', who: 'a' },
    ...['2020-01-06 21:00:00', '2020-01-08 21:00:00', '2020-01-08 22:00:00'].map((at) => ({
      at,
      who: 'a',
      event: 'back',
    })),
    { at: '2020-01-07 10:00:00', who: 'b', event: 'back' },
  ];
  const rolling = {
    ...FIVE_DAYS,
    timeWindowMode: '24_hour_windows',
    returningEntity: { id: 'back', type: 'events' },
  };
  const first = async (more: object): Promise<number[] | undefined> =>
    counts(await retention([], { ...rolling, ...more }, UNTIL))[0];
  expect(counts(await retention(events, rolling, UNTIL))[0]).toEqual([1, 0, 1, 0, 0]);
  expect(await first({ minimumOccurrences: 2 })).toEqual([1, 0, 1, 0, 0]);
  expect(await first({ minimumOccurrences: 3 })).toEqual([1, 0, 0, 0, 0]);
  expect(await first({ retentionCustomBrackets: [1, 2] })).toEqual([1, 0, 1]);
});
