import type { InsightFixture, TestEvent } from './test-support/insight-fixture';
import { createInsightFixture } from './test-support/insight-fixture';
import { sessionAt } from './test-support/session-at';

let fixture: InsightFixture;
let project = 0;
beforeAll(async () => {
  fixture = await createInsightFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  project += 1;
});

const DAYS = { date_from: '2020-01-15', date_to: '2020-01-16' };
const S1 = sessionAt('2020-01-15 10:00:00', 1);
const S2 = sessionAt('2020-01-15 11:00:00', 2);
const S3 = sessionAt('2020-01-16 12:00:00', 3);
const S4 = sessionAt('2020-01-13 10:00:00', 4);

const page = (path: string, more: object = {}) => ({
  $current_url: `https://ex.com${path}`,
  $pathname: path,
  ...more,
});

/** Two days: three visits of two people; the two days before: one that bounced. */
const VISITS: TestEvent[] = [
  {
    who: 'a',
    session: S1,
    at: '2020-01-15 10:00:00',
    properties: page('/home', {
      $browser: 'Chrome',
      utm_source: 'news',
      $referrer: 'https://www.google.com/search?q=x',
      $referring_domain: 'www.google.com',
      $geoip_country_code: 'DE',
      $geoip_city_name: 'Bonn',
      $browser_language: 'en-GB',
      $viewport_width: 1024,
      $viewport_height: 768,
      $timezone_offset: -120,
    }),
  },
  {
    who: 'a',
    session: S1,
    at: '2020-01-15 10:01:00',
    properties: page('/docs', {
      $browser: 'Chrome',
      $prev_pageview_pathname: '/home',
      $prev_pageview_duration: 60,
      $prev_pageview_max_scroll_percentage: 0.5,
      $prev_pageview_max_content_percentage: 0.9,
    }),
  },
  {
    who: 'b',
    session: S2,
    at: '2020-01-15 11:00:00',
    properties: page('/home', { $browser: 'Safari' }),
  },
  {
    who: 'a',
    session: S3,
    at: '2020-01-16 12:00:00',
    properties: page('/docs', { $browser: 'Chrome' }),
  },
  { who: 'a', session: S3, at: '2020-01-16 12:00:30', event: 'paid', properties: {} },
  {
    who: 'b',
    session: S4,
    at: '2020-01-13 10:00:00',
    properties: page('/home', { $browser: 'Safari' }),
  },
];

interface Item {
  readonly key: string;
  readonly value: number | null;
  readonly previous: number | null;
  readonly changeFromPreviousPct: number | null;
}

async function overview(more: object = {}) {
  return fixture.run<{ results: Item[] }>(
    { kind: 'WebOverviewQuery', properties: [], dateRange: DAYS, ...more },
    { id: project },
  );
}

const short = (items: readonly Item[]) =>
  items.map(({ key, value, previous, changeFromPreviousPct }) => [
    key,
    value,
    previous,
    changeFromPreviousPct,
  ]);

it('returns visitors, views and sessions, and of the days before', async () => {
  await fixture.events(project, VISITS);
  await fixture.events(project + 1_000, VISITS);
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
  await fixture.events(project, VISITS);
  const { results } = await overview({ conversionGoal: { customEventName: 'paid' } });
  expect(short(results)).toEqual([
    ['visitors', 2, null, null],
    ['total conversions', 1, null, null],
    ['unique conversions', 1, null, null],
    ['conversion rate', 50, null, null],
  ]);
});

it('has numbers for nothing, and takes filters', async () => {
  await fixture.events(project, VISITS);
  const nothing = await overview({ dateRange: { date_from: '2019-01-01', date_to: '2019-01-02' } });
  expect(nothing.results.map(({ value }) => value)).toEqual([0, 0, 0, null, null]);
  const safari = [{ key: '$browser', type: 'event', operator: 'exact', value: 'Safari' }];
  const { results } = await overview({ properties: safari });
  expect(results.map(({ value }) => value)).toEqual([1, 1, 1, 0, 100]);
  const entry = [{ key: '$entry_pathname', type: 'session', operator: 'exact', value: '/docs' }];
  expect((await overview({ properties: entry })).results[2]?.value).toBe(1);
});

it('scales what is sampled', async () => {
  await fixture.events(project, VISITS);
  const sampling = { enabled: true, forceSamplingRate: { numerator: 1, denominator: 2 } };
  const { results } = await overview({ sampling });
  expect(Number(results[0]?.value) % 2).toBe(0);
});

interface Table {
  readonly results: unknown[][];
  readonly columns: string[];
  readonly hasMore: boolean;
}

async function table(breakdownBy: string, more: object = {}): Promise<Table> {
  return fixture.run<Table>(
    { kind: 'WebStatsTableQuery', breakdownBy, properties: [], dateRange: DAYS, ...more },
    { id: project },
  );
}

it('breaks pages down, with those that bounced on them', async () => {
  await fixture.events(project, VISITS);
  expect(await table('Page', { includeBounceRate: true })).toMatchObject({
    columns: [
      'context.columns.breakdown_value',
      'context.columns.visitors',
      'context.columns.views',
      'context.columns.bounce_rate',
      'context.columns.ui_fill_fraction',
      'context.columns.cross_sell',
    ],
    results: [
      ['/home', [2, 0], [2, 0], [0.5, null], expect.closeTo(2 / 3), ''],
      ['/docs', [1, 0], [2, 0], [0, null], expect.closeTo(1 / 3), ''],
    ],
    hasMore: false,
    limit: 100,
    offset: 0,
    usedPreAggregatedTables: false,
  });
  const compared = await table('Page', { compareFilter: { compare: true } });
  expect(compared.results).toEqual([
    ['/home', [2, 1], [2, 1], expect.closeTo(2 / 3), ''],
    ['/docs', [1, 0], [2, 0], expect.closeTo(1 / 3), ''],
  ]);
});

it('says how pages were scrolled, and how long they were looked at', async () => {
  await fixture.events(project, VISITS);
  const scrolled = await table('Page', { includeScrollDepth: true, includeBounceRate: true });
  expect(scrolled.results).toEqual([
    ['/home', [2, 0], [2, 0], [0.5, null], [0.5, null], [1, null], expect.closeTo(2 / 3), ''],
    ['/docs', [1, 0], [2, 0], [0, null], [null, null], [null, null], expect.closeTo(1 / 3), ''],
  ]);
  const looked = await table('Page', { includeAvgTimeOnPage: true });
  expect(looked.results).toEqual([
    ['/home', [2, 0], [2, 0], [60, 0], [0.5, 0], expect.closeTo(2 / 3), ''],
    ['/docs', [1, 0], [2, 0], [0, 0], [0, 0], expect.closeTo(1 / 3), ''],
  ]);
});

it.each([
  ['InitialPage', ['/home', '/docs']],
  ['ExitPage', ['/docs', '/home']],
  ['Browser', ['Chrome', 'Safari']],
  ['PreviousPage', ['/home', 'https://www.google.com/search?q=x']],
  ['InitialReferringDomain', ['www.google.com', null]],
  ['InitialReferringURL', ['https://www.google.com/search']],
  ['InitialUTMSource', ['news', null]],
  ['InitialUTMMedium', [null]],
  ['InitialUTMSourceMediumCampaign', ['(none) / (none) / (none)', 'news / (none) / (none)']],
  ['Country', ['DE', null]],
  ['City', [['DE', 'Bonn']]],
  ['Region', [['DE', null, null]]],
  ['Viewport', [[1024, 768]]],
  ['Timezone', [2, null]],
  ['Language', ['en-GB', '-']],
  ['ScreenName', []],
  ['ExitClick', []],
  ['OS', [null]],
  ['DeviceType', [null]],
])('breaks down by %s', async (breakdownBy, values) => {
  await fixture.events(project, VISITS);
  const { results } = await table(breakdownBy);
  const found = results.map(([value]) => value);
  expect(new Set(found.map((one) => JSON.stringify(one)))).toEqual(
    new Set(values.map((one) => JSON.stringify(one))),
  );
});

it('knows channels', async () => {
  await fixture.events(project, VISITS);
  const { results } = await table('InitialChannelType');
  expect(results.map(([value]) => value)).toEqual(expect.arrayContaining(['Organic Search']));
});

it('counts conversions by value', async () => {
  await fixture.events(project, VISITS);
  const { columns, results } = await table('InitialPage', {
    conversionGoal: { customEventName: 'paid' },
  });
  expect(columns.slice(1, 5)).toEqual(
    ['visitors', 'total_conversions', 'unique_conversions', 'conversion_rate'].map(
      (name) => `context.columns.${name}`,
    ),
  );
  expect(results).toEqual([
    ['/docs', [1, null], [1, null], [1, null], [1, null], 1, ''],
    ['/home', [2, null], [0, null], [0, null], [0, null], 0, ''],
  ]);
});

it('counts frustrations by page', async () => {
  const angry = { who: 'a', session: S1, properties: page('/home') };
  await fixture.events(project, [
    ...VISITS,
    { ...angry, at: '2020-01-15 10:00:10', event: '$rageclick' },
    { ...angry, at: '2020-01-15 10:00:20', event: '$exception' },
  ]);
  const { results } = await table('FrustrationMetrics');
  expect(results).toEqual([['/home', [1, null], [0, null], [1, null], '']]);
});

it('orders and pages', async () => {
  await fixture.events(project, VISITS);
  const up = await table('Page', { orderBy: ['Visitors', 'ASC'], limit: 1 });
  expect([up.results.map(([value]) => value), up.hasMore]).toEqual([['/docs'], true]);
  const next = await table('Page', { orderBy: ['Visitors', 'ASC'], limit: 1, offset: 1 });
  expect([next.results.map(([value]) => value), next.hasMore]).toEqual([['/home'], false]);
});

it('says that no events are revenue; tables have no column for it', async () => {
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

it.each([
  ['Page', ['shop.ex.com/home', 'ex.com/docs', 'ex.com/home']],
  ['InitialPage', ['shop.ex.com/home', 'ex.com/home']],
  ['ExitPage', ['ex.com/docs', 'shop.ex.com/home']],
])('returns hosts before paths, if asked to, of %s', async (breakdownBy, values) => {
  const view = (
    who: string,
    session: string,
    at: string,
    host: string,
    path: string,
  ): TestEvent => ({
    who,
    session,
    at,
    properties: { $current_url: `https://${host}${path}`, $pathname: path, $host: host },
  });
  await fixture.events(project, [
    view('a', S1, '2020-01-15 10:00:00', 'ex.com', '/home'),
    view('a', S1, '2020-01-15 10:01:00', 'ex.com', '/docs'),
    view('b', S2, '2020-01-15 11:00:00', 'shop.ex.com', '/home'),
    view('c', S3, '2020-01-16 12:00:00', 'shop.ex.com', '/home'),
  ]);
  const { results } = await table(breakdownBy, { includeHost: true, includeBounceRate: true });
  expect(new Set(results.map(([value]) => value))).toEqual(new Set(values));
  expect(results.find(([value]) => value === 'shop.ex.com/home')?.slice(1, 4)).toEqual([
    [2, breakdownBy === 'Page' ? 0 : null],
    [2, breakdownBy === 'Page' ? 0 : null],
    [1, null],
  ]);
  // Nothing is distinguished by it where there are no paths.
  const browsers = await table('Browser', { includeHost: true });
  expect(browsers.results.map(([value]) => value)).toEqual([null]);
});

it.each([
  ['FirstPageviewUTMSource', ['news', null]],
  ['FirstPageviewReferringDomain', [null, 'google.com']],
  ['FirstPageviewUTMMedium', [null]],
  [
    'FirstPageviewUTMSourceMediumCampaign',
    ['news / (none) / (none)', 'referrer:google.com / (none) / (none)'],
  ],
  ['FirstPageviewChannelType', ['Organic Search', 'Unknown']],
])('asks the first view of a session alone: %s', async (breakdownBy, values) => {
  const happened = (session: string, at: string, properties: object, event = '$pageview') => ({
    who: session === S1 ? 'a' : 'b',
    session,
    at,
    event,
    properties: page('/', properties),
  });
  await fixture.events(project, [
    happened(S1, '2020-01-15 10:00:00', { utm_source: 'early' }, 'other'),
    happened(S1, '2020-01-15 10:01:00', { utm_source: 'news' }),
    happened(S1, '2020-01-15 10:02:00', { utm_source: 'late', utm_medium: 'late' }),
    happened(S2, '2020-01-15 11:00:00', { $referring_domain: 'google.com' }),
    happened(S2, '2020-01-15 11:01:00', { utm_source: 'late', utm_medium: 'late' }),
    { who: 'nobody', at: '2020-01-15 12:00:00', properties: page('/') },
  ]);
  const { results } = await table(breakdownBy, { includeBounceRate: true });
  expect(new Set(results.map(([value]) => value))).toEqual(new Set(values));
  const shared = values.length === 1;
  expect(results[0]?.slice(1, 4)).toEqual([
    [shared ? 2 : 1, null],
    [shared ? 4 : 2, null],
    [0, null],
  ]);
});

it('ends with the hour where it is asked for hours', async () => {
  const { dateTo } = await fixture.run<{ dateTo: string }>(
    { kind: 'WebOverviewQuery', properties: [], interval: 'hour', dateRange: { date_from: '-1d' } },
    { id: project },
  );
  expect(dateTo).toMatch(/:59:59$/);
});

it('asks for properties of what reaches a goal', async () => {
  await fixture.events(project, VISITS);
  const of = async (value: string): Promise<number | null | undefined> => {
    const properties = [{ key: '$browser', type: 'event', operator: 'exact', value }];
    const conversionGoal = { customEventName: '$pageview', properties };
    return (await overview({ conversionGoal })).results[1]?.value;
  };
  expect([await of('Chrome'), await of('Safari')]).toEqual([3, 1]);
});

it('cleans paths by the rules of the project', async () => {
  await fixture.events(project, VISITS);
  const table = async (more: object): Promise<unknown[]> => {
    const { results } = await fixture.run<{ results: unknown[][] }>(
      {
        kind: 'WebStatsTableQuery',
        properties: [],
        dateRange: DAYS,
        doPathCleaning: true,
        ...more,
      },
      { id: project, pathCleaning: [{ regex: '^/(home|docs)$', alias: '/page' }] },
    );
    return results.map(([value]) => value);
  };
  expect(await table({ breakdownBy: 'Page' })).toEqual(['/page']);
  expect(await table({ breakdownBy: 'Page', includeBounceRate: true })).toEqual(['/page']);
  expect(await table({ breakdownBy: 'Page', doPathCleaning: false })).toEqual(['/home', '/docs']);
  const filter = { key: '$pathname', type: 'event', operator: 'is_cleaned_path_exact' };
  expect(await table({ breakdownBy: 'Page', properties: [{ ...filter, value: '/docs' }] })).toEqual(
    ['/page'],
  );
  expect(
    await table({ breakdownBy: 'Page', properties: [{ ...filter, value: '/other' }] }),
  ).toEqual([]);
});
