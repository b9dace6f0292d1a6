import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestResponse, TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

/** The date formats that users can write in any part of a query (`docs/conventions.md`). */
let api: TestApi;
const QUERY = '/api/projects/1/query/';

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const clickhouse = createClickHouse({
    url: urls.clickhouse,
    logger: createLogger('test', 'warn'),
  });
  await clickhouse.close();
  api = await startTestApi(urls);
});
afterAll(() => api.stop());

const run = (query: object, more: object = {}): Promise<TestResponse> =>
  api.call('POST', QUERY, { json: { query, ...more } });
const trends = (dateRange: object, more: object = {}) => ({
  kind: 'TrendsQuery',
  series: [{ kind: 'EventsNode', event: '$pageview' }],
  dateRange,
  ...more,
});
const filtered = (dateRange: object) => ({
  kind: 'HogQLQuery',
  query: 'select count() from events where {filters}',
  filters: { dateRange },
});
const events = (more: object) => ({ kind: 'EventsQuery', select: ['event'], ...more });
const series = [{ kind: 'EventsNode', event: 'a' }];

const BAD = ['garbage', 'yesterday', 'last week', '+2d', '2026-02-30', '-7x', '2026-11-01T25:00'];
const WITH_DATE: readonly [string, (text: string) => object][] = [
  ['trends', (text) => trends({ date_from: text })],
  ['the end of trends', (text) => trends({ date_to: text })],
  [
    'a compared period',
    (text) => trends({}, { compareFilter: { compare: true, compare_to: text } }),
  ],
  [
    'funnels',
    (text) => ({
      kind: 'FunnelsQuery',
      series: [...series, ...series],
      dateRange: { date_from: text },
    }),
  ],
  ['stickiness', (text) => ({ kind: 'StickinessQuery', series, dateRange: { date_from: text } })],
  ['lifecycle', (text) => ({ kind: 'LifecycleQuery', series, dateRange: { date_to: text } })],
  [
    'retention',
    (text) => ({ kind: 'RetentionQuery', retentionFilter: {}, dateRange: { date_to: text } }),
  ],
  ['paths', (text) => ({ kind: 'PathsQuery', pathsFilter: {}, dateRange: { date_from: text } })],
  ['{filters}', (text) => filtered({ date_from: text })],
  ['EventsQuery', (text) => events({ after: text })],
  ['SessionsQuery', (text) => ({ kind: 'SessionsQuery', select: ['session_id'], before: text })],
  ['SessionsTimelineQuery', (text) => ({ kind: 'SessionsTimelineQuery', before: text })],
  [
    'actors',
    (text) => ({
      kind: 'ActorsQuery',
      source: {
        kind: 'InsightActorsQuery',
        day: '2026-11-01',
        source: trends({ date_from: text }),
      },
    }),
  ],
  [
    'a property filter',
    (text) =>
      events({
        properties: [{ type: 'event', key: 'at', operator: 'is_date_after', value: text }],
      }),
  ],
];

it.each(WITH_DATE)('%s: text that is not a date is an error', async (_, query) => {
  for (const text of BAD) {
    const response = await run(query(text));
    expect([text, response.status]).toEqual([text, 400]);
    expect(response.body.detail).toContain(`'${text}'`);
    expect(response.body.detail).toContain('not a date');
  }
});

it.each([
  '-7d',
  '7d',
  'now',
  'mStart',
  '2026',
  '2026-11',
  '2026-1-5',
  '20261101',
  '2026-11-01T10:00Z',
])('every place reads %s', async (text) => {
  const [, , ...places] = WITH_DATE.filter(([name]) => name !== 'a compared period');
  for (const [name, query] of places) {
    const { status, body } = await run(query(text));
    expect([name, status, body.detail]).toEqual([name, 200, undefined]);
  }
});

describe('a range that is reversed', () => {
  const absolute = { date_from: '2026-11-05', date_to: '2026-11-01' };
  const moving = { date_from: '-1d', date_to: '-7d' };

  it.each([
    ['trends', trends(absolute)],
    ['{filters}', filtered(absolute)],
    ['EventsQuery', events({ after: '2026-11-05', before: '2026-11-01' })],
  ])('is an error where both dates are absolute: %s', async (_, query) => {
    const response = await run(query);
    expect(response.status).toBe(400);
    expect(response.body.detail).toMatch(/2026-11-05.* (after|later than) .*2026-11-01/);
  });

  it.each([
    ['trends', trends(moving)],
    ['trends from a day to come', trends({ date_from: '2199-01-01' })],
    ['{filters}', filtered(moving)],
    ['EventsQuery', events({ after: '-1d', before: '-7d' })],
  ])('is a warning where one of them moves: %s', async (_, query) => {
    const response = await run(query);
    expect(response.status).toBe(200);
    expect(response.body.warnings).toEqual([expect.stringMatching(/is (after|later than)/)]);
  });
});

it('a day without a time ends an hourly range at its midnight, as in PostHog, with a warning', async () => {
  const day = { date_from: '2026-11-01', date_to: '2026-11-01' };
  const hourly = await run(trends(day, { interval: 'hour' }));
  expect(hourly.body.results[0]?.days).toEqual(['2026-11-01 00:00:00']);
  expect(hourly.body.warnings).toEqual([
    "date_to '2026-11-01' has no time: with interval hour the range ends at 2026-11-01T00:00:00Z. " +
      "Write '2026-11-01T23:59:59' to include the day.",
  ]);
  const whole = { ...day, date_to: '2026-11-01T23:59:59' };
  const all = await run(trends(whole, { interval: 'hour' }));
  expect(all.body.results[0]?.days).toHaveLength(24);
  expect(all.body.warnings).toBeNull();
  expect((await run(trends(day))).body.warnings).toBeNull();
});

it('{filters} ends before the day of date_to, as in PostHog, with a warning', async () => {
  const response = await run(filtered({ date_from: '2026-10-01', date_to: '2026-11-01' }));
  expect(response.body.warnings).toEqual([
    "date_to '2026-11-01' has no time: {filters} ends at 2026-11-01T00:00:00.000Z, before that day.",
  ]);
  const timed = await run(filtered({ date_from: '2026-10-01', date_to: '2026-11-01T23:59:59' }));
  expect(timed.body.warnings).toBeNull();
});

it('overrides of SQL that has no {filters} are named as such, from the cache, too', async () => {
  const query = { kind: 'HogQLQuery', query: 'select count() from events' };
  const overrides = { filters_override: { date_from: '-7d' } };
  for (const isCached of [false, true]) {
    const response = await run(query, overrides);
    expect(response.body).toMatchObject({
      is_cached: isCached,
      warnings: ['The filters change nothing: the SQL has no {filters} placeholder.'],
    });
  }
  expect((await run(query)).body.warnings).toBeNull();
});

describe('a filter of filters_override that a query cannot take', () => {
  const interval = { interval: 'day' };
  const breakdown_filter = { breakdown: '$os', breakdown_type: 'event' };
  const ignored = (name: string, kind: string) =>
    `filters_override: ${name} changes nothing in ${kind}.`;

  it.each<[object, object, readonly string[]]>([
    [filtered({}), interval, [ignored('interval', 'HogQLQuery')]],
    [filtered({}), { breakdown_filter }, [ignored('breakdown_filter', 'HogQLQuery')]],
    [events({}), interval, [ignored('interval', 'EventsQuery')]],
    [
      { kind: 'RetentionQuery', retentionFilter: {} },
      interval,
      [ignored('interval', 'RetentionQuery')],
    ],
    [
      { kind: 'LifecycleQuery', series },
      { breakdown_filter },
      [ignored('breakdown_filter', 'LifecycleQuery')],
    ],
    [trends({}), { interval: 'fortnight' }, [ignored('interval', 'TrendsQuery')]],
    [
      { kind: 'TeamTaxonomyQuery' },
      { date_from: '-7d' },
      [ignored('date_from', 'TeamTaxonomyQuery')],
    ],
    [{ kind: 'DataTableNode', source: events({}) }, interval, [ignored('interval', 'EventsQuery')]],
  ])(
    'is named in the warnings, from the cache, too: %j with %j',
    async (query, filters, expected) => {
      for (const refresh of ['force_blocking', 'blocking']) {
        const response = await run(query, { filters_override: filters, refresh });
        expect(response.status).toBe(200);
        expect(response.body.warnings).toEqual(expected);
      }
      // The override changed nothing, so both queries share a stored result, which does not contain the warning.
      expect((await run(query)).body.warnings ?? []).toEqual([]);
    },
  );

  it('is a warning for the whole text where warnings have places', async () => {
    const query = 'select 1';
    const response = await run(
      { kind: 'HogQLMetadata', language: 'hogQL', query },
      { filters_override: { date_from: '-7d' } },
    );
    const message = ignored('date_from', 'HogQLMetadata');
    expect(response.body['warnings']).toEqual([
      { message, start: 0, end: query.length, fix: null },
    ]);
  });

  it('is no matter of warnings where it is taken or empty', async () => {
    const taken = { interval: 'day', breakdown_filter };
    const empty = {
      interval: null,
      breakdown_filter: {},
      properties: [],
      filterTestAccounts: false,
    };
    expect((await run(trends({}), { filters_override: taken })).body.warnings).toBeNull();
    expect((await run(filtered({}), { filters_override: empty })).body.warnings).toBeNull();
  });
});

describe('a time beside text in SQL', () => {
  const where = (condition: string) => ({
    kind: 'HogQLQuery',
    query: `select count() from events where ${condition}`,
  });

  it.each([
    "timestamp > 'last week'",
    "timestamp > '-7d'",
    "timestamp = ''",
    "timestamp between '2026-01-01' and 'now'",
    "timestamp in ('2026-01-01', 'garbage')",
    "toDate(timestamp) = '2026-02-30'",
    "'tomorrow' < toStartOfDay(timestamp)",
  ])('%s is an error', async (condition) => {
    const response = await run(where(condition));
    expect(response.status).toBe(400);
    expect(response.body.detail).toContain('is not a date');
  });

  it.each([
    "timestamp > '2026-01-01'",
    "timestamp > '2026-01-01T10:00:00.123456+02:00'",
    "timestamp > '2026-01-01 10:00:00 UTC'",
    "timestamp > '1767225600'",
    "timestamp > '1 Feb 2026'",
    "timestamp > '01/02/2026'",
    "toString(timestamp) != 'garbage'",
  ])('%s is compared', async (condition) => {
    expect((await run(where(condition))).status).toBe(200);
  });
});

it.each([
  ['insights/?date_from=garbage'],
  ['insights/?date_from=2026-11-05&date_to=2026-11-01'],
  ['annotations/?date_from=garbage'],
  ['annotations/?date_from=2026-11-05&date_to=2026-11-01'],
  ['events/?after=garbage'],
  ['events/?before=garbage'],
  ['events/?after=2026-11-05&before=2026-11-01'],
])('GET %s is an error', async (path) => {
  expect((await api.call('GET', `/api/projects/1/${path}`)).status).toBe(400);
});
