const select = { kind: 'HogQLQuery', query: 'select 1' };
const filtered = { kind: 'HogQLQuery', query: 'select count() from events where {filters}' };
const january = { filters_override: { date_from: '2026-01-01', date_to: '2026-02-01' } };

/** Bodies that are not valid query requests, each with the code and detail of the expected 400. */
export const rejectedRequests: readonly (readonly [
  name: string,
  body: unknown,
  code: string,
  detail: string,
])[] = [
  ['an empty body', {}, 'parse_error', 'query\n  Field required'],
  ['a list', [], 'parse_error', 'QueryRequest'],
  ['an empty query', { query: {} }, 'parse_error', "discriminator 'kind'"],
  ['an unknown kind', { query: { kind: 'Tomato' } }, 'parse_error', 'Tomato'],
  ['an unknown key', { query: select, foo: 1 }, 'parse_error', 'foo'],
  [
    'an unknown key of a filter',
    { query: { ...filtered, filters: { properties: [{ key: 'a', val: 1 }] } } },
    'parse_error',
    'query.filters.properties.0.val',
  ],
  ['an unknown refresh', { query: select, refresh: 'sometimes' }, 'parse_error', 'refresh'],
  ['an unknown override', { query: select, filters_override: { x: 1 } }, 'parse_error', 'x'],
  [
    'an unsupported limit context',
    { query: select, limit_context: 'export' },
    'parse_error',
    'limit_context',
  ],
  ['an empty statement', { query: { ...select, query: '' } }, 'hogql_syntax_error', 'SELECT'],
  [
    'a kind that cannot be run',
    { query: { kind: 'SavedInsightNode', shortId: 'x' } },
    'invalid_input',
    'Unsupported query kind: SavedInsightNode',
  ],
  [
    'a web table with an unknown breakdown',
    { query: { kind: 'WebStatsTableQuery', properties: [], breakdownBy: 'Moon' } },
    'parse_error',
    'breakdownBy',
  ],
  [
    'an invalid breakdown in the overrides of trends',
    {
      query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'x' }] },
      filters_override: { breakdown_filter: { breakdown_type: 'moon' } },
    },
    'parse_error',
    'query.breakdownFilter.breakdown_type',
  ],
  [
    'stickiness of groups whose series do not count groups',
    {
      query: {
        kind: 'StickinessQuery',
        series: [{ kind: 'EventsNode', event: 'x' }],
        aggregation_group_type_index: 0,
      },
    },
    'parse_error',
    'query.aggregation_group_type_index',
  ],
  [
    'groups without a group type',
    { query: { kind: 'GroupsQuery' } },
    'parse_error',
    'query.group_type_index\n  Field required',
  ],
  [
    'web analytics without properties',
    { query: { kind: 'WebOverviewQuery' } },
    'parse_error',
    'properties',
  ],
  [
    'a calendar heatmap without series',
    { query: { kind: 'CalendarHeatmapQuery', series: [] } },
    'parse_error',
    'series',
  ],
  [
    'a correlation of an unknown type',
    {
      query: {
        kind: 'FunnelCorrelationQuery',
        source: { kind: 'FunnelsActorsQuery', source: { kind: 'FunnelsQuery', series: [] } },
        funnelCorrelationType: 'moons',
      },
    },
    'parse_error',
    'funnelCorrelationType',
  ],
  [
    'a wrapper without a source',
    { query: { kind: 'DataTableNode' } },
    'parse_error',
    'query.source\n  Field required',
  ],
  [
    'a wrapper around a query with missing fields',
    { query: { kind: 'DataTableNode', source: { kind: 'HogQLQuery' } } },
    'parse_error',
    'query.source.query\n  Field required',
  ],
  [
    'the filters placeholder with a table that does not support it',
    { query: { ...filtered, query: 'select 1 from persons where {filters}' }, ...january },
    'hogql_query_error',
    "Cannot use 'filters' placeholder",
  ],
  [
    'a filter with an unsupported operator',
    {
      query: {
        ...filtered,
        filters: { properties: [{ key: 'a', operator: 'like', value: 'x' }] },
      },
    },
    'hogql_not_implemented',
    "operator 'like'",
  ],
];
