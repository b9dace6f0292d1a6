/** The `refresh` value of a request and a part of its expected response. */
export type Refreshed = readonly [refresh: string | null, expected: object];

const sql = (query: string, more: object = {}) => ({ kind: 'HogQLQuery', query, ...more });
const pageviews = (more: object) => ({
  kind: 'TrendsQuery',
  series: [{ kind: 'EventsNode', event: '$pageview' }],
  ...more,
});
const computed = { is_cached: false, query_status: null };
const cached = { is_cached: true, query_status: null };
const anyKey: unknown = expect.stringMatching(/^cache_\d+_[0-9a-f]{64}$/);

/**
 * Several requests for the same query, one after the other (`docs/wire/query.md#refresh`, acceptance checks 2, 3, 41,
 * 42, 50).
 */
export const refreshes: readonly (readonly [
  name: string,
  query: object,
  requests: readonly Refreshed[],
])[] = [
  [
    'the second response is the stored result',
    sql('select 9001'),
    [
      [null, computed],
      [null, cached],
      ['blocking', cached],
      ['async', cached],
      ['lazy_async', cached],
      ['async_except_on_cache_miss', cached],
      ['force_cache', cached],
    ],
  ],
  [
    'a forced result is computed again and stored',
    sql('select 9002'),
    [
      ['force_blocking', computed],
      ['force_blocking', computed],
      ['blocking', cached],
    ],
  ],
  [
    'force_cache never computes',
    sql('select 9003'),
    [
      ['force_cache', { cache_key: anyKey, query_status: null }],
      ['force_cache', { cache_key: anyKey, query_status: null }],
      ['blocking', computed],
    ],
  ],
  [
    'async without a stored result starts a run',
    sql('select 9004'),
    [['async', { cache_key: anyKey, query_status: { complete: false } }]],
  ],
  [
    'lazy_async without a stored result starts a run',
    sql('select 9005'),
    [['lazy_async', { cache_key: anyKey, query_status: { complete: false } }]],
  ],
  [
    'the result of an insight with only past days does not become stale',
    pageviews({ dateRange: { date_from: '2025-01-01', date_to: '2025-01-31' } }),
    [
      [null, { ...computed, cache_target_age: null }],
      [null, { ...cached, cache_target_age: null }],
    ],
  ],
];

/** Pairs of queries, and whether the second one gets the stored result of the first. */
export const sameQueries: readonly (readonly [name: string, one: object, two: object, boolean])[] =
  [
    [
      'labels',
      sql('select 9101'),
      sql('select 9101', { name: 'mine', tags: { scene: 'x' } }),
      true,
    ],
    [
      'properties: null and an empty list',
      pageviews({ interval: 'week', properties: null }),
      pageviews({ interval: 'week', properties: [] }),
      true,
    ],
    [
      'names of series',
      pageviews({ interval: 'month' }),
      {
        ...pageviews({ interval: 'month' }),
        series: [{ kind: 'EventsNode', event: '$pageview', custom_name: 'Mine' }],
      },
      true,
    ],
    [
      'values of placeholders',
      sql('select {custom_name}', { values: { custom_name: 'a' } }),
      sql('select {custom_name}', { values: { custom_name: 'b' } }),
      false,
    ],
    [
      'time ranges',
      pageviews({ dateRange: { date_from: '-8d' } }),
      pageviews({ dateRange: { date_from: '-9d' } }),
      false,
    ],
  ];
