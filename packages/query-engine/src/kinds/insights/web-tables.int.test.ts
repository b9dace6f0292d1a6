import type { TestEvent } from './test-support/insight-fixture';
import { DAYS, page, S1, S2, S3, VISITS, webScene } from './test-support/web-scene';

const { fixture, project, table } = webScene();

it('breaks pages down, with those that bounced on them', async () => {
  await fixture().events(project(), VISITS);
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

it('shows the scroll depth of pages, and the time spent on them', async () => {
  await fixture().events(project(), VISITS);
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
  await fixture().events(project(), VISITS);
  const { results } = await table(breakdownBy);
  const found = results.map(([value]) => value);
  expect(new Set(found.map((one) => JSON.stringify(one)))).toEqual(
    new Set(values.map((one) => JSON.stringify(one))),
  );
});

it('uses the channels of the project', async () => {
  await fixture().events(project(), VISITS);
  const { results } = await table('InitialChannelType');
  expect(results.map(([value]) => value)).toEqual(expect.arrayContaining(['Organic Search']));
});

it('counts conversions by value', async () => {
  await fixture().events(project(), VISITS);
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
  await fixture().events(project(), [
    ...VISITS,
    { ...angry, at: '2020-01-15 10:00:10', event: '$rageclick' },
    { ...angry, at: '2020-01-15 10:00:20', event: '$exception' },
  ]);
  const { results } = await table('FrustrationMetrics');
  expect(results).toEqual([['/home', [1, null], [0, null], [1, null], '']]);
});

it('orders and pages', async () => {
  await fixture().events(project(), VISITS);
  const up = await table('Page', { orderBy: ['Visitors', 'ASC'], limit: 1 });
  expect([up.results.map(([value]) => value), up.hasMore]).toEqual([['/docs'], true]);
  const next = await table('Page', { orderBy: ['Visitors', 'ASC'], limit: 1, offset: 1 });
  expect([next.results.map(([value]) => value), next.hasMore]).toEqual([['/home'], false]);
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
  await fixture().events(project(), [
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
  // Tables without paths ignore it.
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
  await fixture().events(project(), [
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

it('cleans paths by the rules of the project', async () => {
  await fixture().events(project(), VISITS);
  const cleaned = async (more: object): Promise<unknown[]> => {
    const { results } = await fixture().run<{ results: unknown[][] }>(
      {
        kind: 'WebStatsTableQuery',
        properties: [],
        dateRange: DAYS,
        doPathCleaning: true,
        ...more,
      },
      { id: project(), pathCleaning: [{ regex: '^/(home|docs)$', alias: '/page' }] },
    );
    return results.map(([value]) => value);
  };
  expect(await cleaned({ breakdownBy: 'Page' })).toEqual(['/page']);
  expect(await cleaned({ breakdownBy: 'Page', includeBounceRate: true })).toEqual(['/page']);
  expect(await cleaned({ breakdownBy: 'Page', doPathCleaning: false })).toEqual(['/home', '/docs']);
  const filter = { key: '$pathname', type: 'event', operator: 'is_cleaned_path_exact' };
  expect(
    await cleaned({ breakdownBy: 'Page', properties: [{ ...filter, value: '/docs' }] }),
  ).toEqual(['/page']);
  expect(
    await cleaned({ breakdownBy: 'Page', properties: [{ ...filter, value: '/other' }] }),
  ).toEqual([]);
});
