import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

/** The keys of responses, by kind (`docs/wire/query.md#analytics-keys`, `docs/wire/query.md#uncached-kinds`). */
let api: TestApi;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  const logger = createLogger('test', 'warn');
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  await clickhouse.close();
  api = await startTestApi(urls);
});
afterAll(() => api.stop());

const ask = async (query: object): Promise<Readonly<Record<string, unknown>>> => {
  const response = await api.call('POST', '/api/projects/1/query/', { json: { query } });
  expect(response.status).toBe(200);
  return response.body;
};

const views = { kind: 'EventsNode', event: '$pageview' };
const BODIES: readonly (readonly [string, object])[] = [
  ['HogQLQuery', { query: 'select 1' }],
  ['EventsQuery', { select: ['event'] }],
  ['ActorsQuery', {}],
  ['SessionsQuery', { select: ['session_id'] }],
  ['GroupsQuery', { group_type_index: 0 }],
  ['TrendsQuery', { series: [views] }],
  ['StickinessQuery', { series: [views] }],
  ['LifecycleQuery', { series: [views] }],
  ['FunnelsQuery', { series: [views, views] }],
  ['RetentionQuery', { retentionFilter: {} }],
  ['PathsQuery', { pathsFilter: {} }],
  ['CalendarHeatmapQuery', { series: [views] }],
  ['WebOverviewQuery', { properties: [] }],
  ['WebStatsTableQuery', { properties: [], breakdownBy: 'Page' }],
  ['WebGoalsQuery', { properties: [] }],
  ['WebExternalClicksTableQuery', { properties: [] }],
  [
    'WebVitalsPathBreakdownQuery',
    { properties: [], metric: 'INP', percentile: 'p75', thresholds: [200, 500] },
  ],
  ['SessionsTimelineQuery', {}],
  ['TeamTaxonomyQuery', {}],
  ['EventTaxonomyQuery', { event: '$pageview' }],
  ['ActorsPropertyTaxonomyQuery', { properties: ['email'] }],
  ['PropertyValuesQuery', { property_type: 'event', property_key: 'plan' }],
];

describe.each(BODIES)('%s', (kind, body) => {
  it('has every common key, null without a value', async () => {
    const response = await ask({ kind, ...body });
    expect(Object.keys(response)).toEqual(
      expect.arrayContaining([
        'results',
        'hogql',
        'modifiers',
        'resolved_date_range',
        'resolved_compare_date_range',
      ]),
    );
    expect(response).toMatchObject({
      timings: null,
      error: null,
      warnings: null,
      is_cached: false,
      query_status: null,
      calculation_trigger: null,
      query_metadata: null,
    });
  });

  it('has timings when they are asked for', async () => {
    const { timings } = await ask({ kind, ...body, modifiers: { timings: true } });
    expect(timings).toContainEqual({ k: '.', t: expect.any(Number) });
  });
});

it.each(BODIES.slice(1, 5))('%s reports a limit that was lowered', async (kind, body) => {
  expect(await ask({ kind, ...body, limit: 60_000 })).toMatchObject({
    limit: 10_000,
    warnings: [expect.stringMatching(/^limit 60000 was lowered to 10000, .*offset/)],
  });
  expect(await ask({ kind, ...body, limit: 10_000 })).toMatchObject({ warnings: null });
});

it('reports a lowered limit of several branches once', async () => {
  const branch = 'select number from numbers(3) limit 20000';
  const { warnings } = await ask({ kind: 'HogQLQuery', query: `${branch} union all ${branch}` });
  expect(warnings).toEqual([expect.stringMatching(/^LIMIT 20000 was lowered to 10000/)]);
});

it.each([
  ['HogQLMetadata', { language: 'hogQL', query: 'select 1' }, 'isValid'],
  [
    'HogQLAutocomplete',
    { language: 'hogQL', query: 'select ', startPosition: 7, endPosition: 7 },
    'suggestions',
  ],
  ['DatabaseSchemaQuery', {}, 'tables'],
])('%s is answered at once in every mode, without keys of the cache', async (kind, body, key) => {
  for (const refresh of ['async', 'lazy_async', 'force_async', 'force_cache', 'force_blocking']) {
    const json = { query: { kind, ...body }, refresh };
    const response = await api.call('POST', '/api/projects/1/query/', { json });
    expect(response.status).toBe(200);
    expect(Object.keys(response.body)).toContain(key);
    expect(Object.keys(response.body)).not.toContain('query_status');
    expect(Object.keys(response.body)).not.toContain('cache_key');
  }
});
