const counting = {
  kind: 'HogQLQuery',
  query: 'select event, count() from events where {filters} group by event order by event',
};
const ann = { key: 'email', value: 'ann@ex.com', type: 'person' };

/**
 * Queries with a `{filters}` placeholder, additional fields of the request, and the expected rows. They run in the
 * project in Berlin.
 */
export const filters: readonly (readonly [
  name: string,
  query: object,
  more: object,
  rows: readonly (readonly unknown[])[],
])[] = [
  [
    'days of the project',
    counting,
    { filters_override: { date_from: '2026-01-06', date_to: '2026-01-07' } },
    [
      ['$pageview', 1],
      ['purchase', 2],
    ],
  ],
  [
    'dates of the query, replaced by those of the request',
    { ...counting, filters: { dateRange: { date_from: '2020-01-01', date_to: '2020-02-01' } } },
    { filters_override: { date_from: '2026-01-12', date_to: '2026-01-13' } },
    [
      ['$identify', 1],
      ['$pageview', 1],
      ['signup', 1],
    ],
  ],
  [
    'properties of the query',
    { ...counting, filters: { properties: [{ key: 'amount', value: 10, operator: 'gt' }] } },
    {},
    [['purchase', 2]],
  ],
  [
    'properties of query and request',
    { ...counting, filters: { properties: [{ key: '$browser', value: ['Chrome', 'Safari'] }] } },
    { filters_override: { properties: [ann], date_to: '2026-02-01' } },
    [['$pageview', 2]],
  ],
  [
    'hogql',
    { ...counting, filters: { properties: [{ key: "event like 'p%'", type: 'hogql' }] } },
    {},
    [['purchase', 3]],
  ],
  ['nothing', { ...counting, query: 'select count() from events where {filters}' }, {}, [[11]]],
  [
    'the dates themselves',
    {
      kind: 'HogQLQuery',
      query:
        'select count() from events where timestamp >= {filters.dateRange.from} and timestamp < {filters.dateRange.to}',
      filters: { dateRange: { date_from: '2026-01-06' } },
    },
    {},
    [[9]],
  ],
  [
    'a wrapper stands for its source',
    { kind: 'DataTableNode', full: true, source: { kind: 'HogQLQuery', query: 'select 1' } },
    {},
    [[1]],
  ],
  [
    'a wrapper takes overrides for its source',
    { kind: 'DataVisualizationNode', source: counting },
    { filters_override: { date_from: '2026-03-01' } },
    [['$pageview', 2]],
  ],
];
