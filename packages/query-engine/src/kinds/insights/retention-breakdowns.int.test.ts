import { ACTIVITY, counts, retentionScene, UNTIL } from './test-support/retention-scene';

const { fixture, project, retention } = retentionScene();

it('counts actors in every breakdown value of their events after the start', async () => {
  const events = [
    { at: '2020-01-06 14:00:00', who: 'a', properties: { os: 'mac' } },
    { at: '2020-01-07 15:00:00', who: 'a', properties: { os: 'linux' } },
  ];
  const response = await retention(
    events,
    { totalIntervals: 2, timeWindowMode: '24_hour_windows' },
    {
      dateRange: { date_from: '2020-01-06', date_to: '2020-01-07' },
      breakdownFilter: { breakdown: 'os', breakdown_type: 'event' },
    },
  );
  expect(response.results.map(({ breakdown_value: value }) => value)).toEqual([
    'linux',
    'linux',
    'mac',
    'mac',
  ]);
  expect(counts(response)).toEqual([
    [1, 1],
    [0, 0],
    [1, 0],
    [0, 0],
  ]);
});

it('has the value of the first occurrence ever, and of that alone', async () => {
  const events = [
    { at: '2020-01-06', who: 'a' },
    { at: '2020-01-08', who: 'a', properties: { os: 'mac' } },
    { at: '2020-01-08', who: 'b', properties: { os: 'linux', plan: 'free' } },
    { at: '2020-01-09', who: 'b', properties: { os: 'mac', plan: 'pro' } },
  ];
  const ever = { totalIntervals: 5, retentionType: 'retention_first_ever_occurrence' };
  const breakdownFilter = { breakdown: 'os', breakdown_type: 'event' };
  const sizes = async (more: object): Promise<unknown[]> =>
    (await retention([], ever, { ...UNTIL, breakdownFilter, ...more })).results
      .filter(({ values }) => values[0]?.count !== 0)
      .map(({ breakdown_value: value, label }) => [value, label]);
  await fixture().events(project(), events);
  expect(await sizes({})).toEqual([
    ['', 'Day 0'],
    ['linux', 'Day 2'],
  ]);
  // Filters of the whole query also restrict the events before the range.
  const properties = [{ key: 'plan', value: 'pro', type: 'event' }];
  expect(await sizes({ properties })).toEqual([['mac', 'Day 3']]);
});

it('names cohorts by text, without empty cohorts', async () => {
  await fixture().world(project(), { cohorts: { 7: ['a'], 8: ['a', 'b'], 9: [] } });
  const response = await retention(
    ACTIVITY,
    { totalIntervals: 2 },
    {
      dateRange: { date_from: '2020-01-06', date_to: '2020-01-06' },
      breakdownFilter: { breakdown: [7, 9, 'all', 8], breakdown_type: 'cohort' },
    },
  );
  expect(response.results.map(({ breakdown_value: value }) => value)).toEqual(['0', '8', '7']);
  const { results } = await fixture().run<{ results: unknown[] }>(
    {
      kind: 'InsightActorsQuery',
      interval: 0,
      breakdown: ['0'],
      source: {
        kind: 'RetentionQuery',
        retentionFilter: { totalIntervals: 2 },
        dateRange: { date_from: '2020-01-06', date_to: '2020-01-06' },
        breakdownFilter: { breakdown: ['all'], breakdown_type: 'cohort' },
      },
    },
    { id: project() },
  );
  expect(results).toHaveLength(2);
});

it('splits by a property: larger rows first, a missing value as empty text', async () => {
  const events = [
    ...['a', 'b'].map((who) => ({ at: '2020-01-06', who, properties: { os: 'mac' } })),
    { at: '2020-01-07', who: 'a', properties: { os: 'mac' } },
    { at: '2020-01-06', who: 'c' },
  ];
  const response = await retention(
    events,
    { totalIntervals: 2 },
    {
      dateRange: { date_to: '2020-01-07' },
      breakdownFilter: { breakdown: 'os', breakdown_type: 'event' },
    },
  );
  expect(response.results.map(({ breakdown_value }) => breakdown_value)).toEqual([
    'mac',
    'mac',
    '',
    '',
  ]);
  expect(counts(response)).toEqual([
    [2, 1],
    [1, 0],
    [1, 0],
    [0, 0],
  ]);
});

it('combines all values beyond the limit, scales samples, and returns lists', async () => {
  const breakdownFilter = { breakdown: 'os', breakdown_type: 'event', breakdown_limit: 1 };
  const seen = ['mac', 'mac', 'linux', 'windows'].map((os, who) => ({
    at: '2020-01-06',
    who: String(who),
    properties: { os },
  }));
  const day = { dateRange: { date_from: '2020-01-06', date_to: '2020-01-06' } };
  const { results } = await retention(seen, { totalIntervals: 1 }, { ...day, breakdownFilter });
  expect(results.map((row) => [row.breakdown_value, row.values[0]?.count])).toEqual([
    ['mac', 2],
    ['$$_posthog_breakdown_other_$$', 2],
  ]);
  const sample = await retention([], { totalIntervals: 1 }, { ...day, samplingFactor: 0.5 });
  expect(Number(counts(sample)[0]?.[0]) % 2).toBe(0);
  const source = { kind: 'RetentionQuery', retentionFilter: {}, ...day, breakdownFilter };
  await expect(
    fixture().run(
      { kind: 'InsightActorsQuery', source, interval: 0, breakdown: 'mac' },
      { id: project() },
    ),
  ).rejects.toMatchObject({ status: 400, attr: 'breakdown' });
});
