import type { Item } from './test-support/web-scene';
import { VISITS, webScene } from './test-support/web-scene';

const { fixture, project, overview, table } = webScene();

const short = (items: readonly Item[]) =>
  items.map(({ key, value, previous, changeFromPreviousPct }) => [
    key,
    value,
    previous,
    changeFromPreviousPct,
  ]);

it('returns visitors, views and sessions, and of the days before', async () => {
  await fixture().events(project(), VISITS);
  await fixture().events(project() + 1_000, VISITS);
  const { results } = await overview({ compareFilter: { compare: true } });
  expect(short(results)).toEqual([
    ['visitors', 2, 1, 100],
    ['views', 4, 1, 300],
    ['sessions', 3, 1, 200],
    ['session duration', 30, 0, null],
    ['bounce rate', expect.closeTo(100 / 3), 100, -67],
  ]);
  expect(await overview()).toMatchObject({
    results: [
      {
        key: 'visitors',
        kind: 'unit',
        isIncreaseBad: null,
        value: 2,
        previous: null,
        changeFromPreviousPct: null,
      },
      { key: 'views', kind: 'unit' },
      { key: 'sessions', kind: 'unit' },
      { key: 'session duration', kind: 'duration_s' },
      { key: 'bounce rate', kind: 'percentage', isIncreaseBad: true },
    ],
    samplingRate: { numerator: 1, denominator: null },
    dateFrom: '2020-01-15 00:00:00',
    dateTo: '2020-01-16 23:59:59',
    usedPreAggregatedTables: false,
  });
});

it('returns conversions, with a goal', async () => {
  await fixture().events(project(), VISITS);
  const { results } = await overview({ conversionGoal: { customEventName: 'paid' } });
  expect(short(results)).toEqual([
    ['visitors', 2, null, null],
    ['total conversions', 1, null, null],
    ['unique conversions', 1, null, null],
    ['conversion rate', 50, null, null],
  ]);
});

it('has numbers without events, and applies filters', async () => {
  await fixture().events(project(), VISITS);
  const nothing = await overview({ dateRange: { date_from: '2019-01-01', date_to: '2019-01-02' } });
  expect(nothing.results.map(({ value }) => value)).toEqual([0, 0, 0, null, null]);
  const safari = [{ key: '$browser', type: 'event', operator: 'exact', value: 'Safari' }];
  const { results } = await overview({ properties: safari });
  expect(results.map(({ value }) => value)).toEqual([1, 1, 1, 0, 100]);
  const entry = [{ key: '$entry_pathname', type: 'session', operator: 'exact', value: '/docs' }];
  expect((await overview({ properties: entry })).results[2]?.value).toBe(1);
});

it('scales sampled counts', async () => {
  await fixture().events(project(), VISITS);
  const sampling = { enabled: true, forceSamplingRate: { numerator: 1, denominator: 2 } };
  const { results } = await overview({ sampling });
  expect(Number(results[0]?.value) % 2).toBe(0);
});

it('reports that there are no revenue events; tables have no column for it', async () => {
  const { results } = await overview({ includeRevenue: true });
  expect(results.at(-1)).toEqual({
    key: 'revenue',
    kind: 'currency',
    isIncreaseBad: null,
    value: null,
    previous: null,
    changeFromPreviousPct: null,
  });
  const goal = { conversionGoal: { customEventName: 'paid' }, includeRevenue: true };
  expect((await overview(goal)).results.map(({ key }) => key)).toEqual([
    'visitors',
    'total conversions',
    'unique conversions',
    'conversion rate',
    'conversion revenue',
  ]);
  await expect(table('Page', { includeRevenue: true })).rejects.toMatchObject({
    status: 400,
    attr: 'includeRevenue',
  });
});

it.each([
  [{ conversionGoal: { actionId: 99 } }, 'conversionGoal__actionId'],
  [
    { sampling: { enabled: true, forceSamplingRate: { numerator: 2 } } },
    'sampling__forceSamplingRate',
  ],
])('rejects %j', async (more, attr) => {
  await expect(overview(more)).rejects.toMatchObject({ status: 400, attr });
  await expect(table('Page', more)).rejects.toMatchObject({ status: 400, attr });
});

it('ends with the hour for intervals of hours', async () => {
  const { dateTo } = await fixture().run<{ dateTo: string }>(
    { kind: 'WebOverviewQuery', properties: [], interval: 'hour', dateRange: { date_from: '-1d' } },
    { id: project() },
  );
  expect(dateTo).toMatch(/:59:59$/);
});

it('reads properties of the events that reach a goal', async () => {
  await fixture().events(project(), VISITS);
  const of = async (value: string): Promise<number | null | undefined> => {
    const properties = [{ key: '$browser', type: 'event', operator: 'exact', value }];
    const conversionGoal = { customEventName: '$pageview', properties };
    return (await overview({ conversionGoal })).results[1]?.value;
  };
  expect([await of('Chrome'), await of('Safari')]).toEqual([3, 1]);
});
