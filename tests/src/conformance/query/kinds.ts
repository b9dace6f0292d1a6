const UUID: unknown = expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const ALL = { after: 'all' };
const ANN_SESSION = '019b8d62-7a80-7000-8000-000000000001';
const events = (more: object) => ({ kind: 'EventsQuery', select: ['event'], ...ALL, ...more });
const sessions = (more: object) => ({
  kind: 'SessionsQuery',
  select: ['session_id', '$session_duration'],
  ...ALL,
  ...more,
});
const actors = (more: object) => ({ kind: 'ActorsQuery', ...more });
const emails = (more: object) =>
  actors({ select: ['properties.email'], orderBy: ['properties.email'], ...more });

const annPerson = {
  id: UUID,
  uuid: UUID,
  type: 'person',
  is_identified: expect.any(Boolean) as unknown,
  created_at: expect.any(String) as unknown,
  distinct_ids: ['ann'],
  properties: { email: 'ann@ex.com', plan: 'pro' },
};

const JANUARY = { date_from: '2026-01-05', date_to: '2026-01-06' };
const FUNNEL = {
  kind: 'FunnelsActorsQuery',
  source: {
    kind: 'FunnelsQuery',
    series: ['$pageview', 'purchase'].map((event) => ({ kind: 'EventsNode', event })),
    dateRange: JANUARY,
  },
};

/** Queries of the other kinds, and a part of their answers. */
export const kinds: readonly (readonly [name: string, query: object, expected: object])[] = [
  [
    'CalendarHeatmapQuery',
    {
      kind: 'CalendarHeatmapQuery',
      series: [{ kind: 'EventsNode', event: '$pageview' }],
      dateRange: JANUARY,
    },
    {
      results: {
        data: [
          { row: 1, column: 9, value: 2 },
          { row: 1, column: 23, value: 1 },
        ],
        rowAggregations: [{ row: 1, value: 3 }],
        columnAggregations: [
          { column: 9, value: 2 },
          { column: 23, value: 1 },
        ],
        allAggregations: 3,
      },
      is_cached: false,
      cache_target_age: null,
    },
  ],
  [
    'FunnelCorrelationQuery',
    { kind: 'FunnelCorrelationQuery', source: FUNNEL, funnelCorrelationType: 'events' },
    {
      results: { events: expect.any(Array) as unknown, skewed: expect.any(Boolean) as unknown },
      columns: ['name', 'success_count', 'failure_count'],
      hasMore: false,
    },
  ],
  [
    'WebOverviewQuery',
    {
      kind: 'WebOverviewQuery',
      properties: [],
      dateRange: { date_from: '2020-01-01', date_to: '2020-01-02' },
    },
    {
      results: [
        { key: 'visitors', kind: 'unit', value: 0, previous: null, isIncreaseBad: null },
        { key: 'views', value: 0 },
        { key: 'sessions', value: 0 },
        { key: 'session duration', kind: 'duration_s', value: null },
        { key: 'bounce rate', kind: 'percentage', value: null, isIncreaseBad: true },
      ],
      dateFrom: '2020-01-01 00:00:00',
      dateTo: '2020-01-02 23:59:59',
      samplingRate: { numerator: 1, denominator: null },
      usedPreAggregatedTables: false,
    },
  ],
  [
    'WebStatsTableQuery',
    {
      kind: 'WebStatsTableQuery',
      properties: [],
      breakdownBy: 'Browser',
      dateRange: { date_from: '2020-01-01', date_to: '2020-01-02' },
      limit: 10,
    },
    {
      results: [],
      columns: [
        'context.columns.breakdown_value',
        'context.columns.visitors',
        'context.columns.views',
        'context.columns.ui_fill_fraction',
        'context.columns.cross_sell',
      ],
      hasMore: false,
      limit: 10,
      offset: 0,
      usedPreAggregatedTables: false,
    },
  ],
  [
    'GroupsQuery',
    { kind: 'GroupsQuery', group_type_index: 4 },
    { kind: 'GroupsQuery', columns: ['group_name'], results: [], hasMore: false, limit: 100 },
  ],
  [
    'TeamTaxonomyQuery',
    { kind: 'TeamTaxonomyQuery', limit: 1, offset: 500 },
    { results: [], hasMore: false, limit: 1, offset: 500 },
  ],
  [
    'EventTaxonomyQuery',
    { kind: 'EventTaxonomyQuery', event: 'nobody does this' },
    { results: [], hasMore: false },
  ],
  [
    'ActorsPropertyTaxonomyQuery',
    { kind: 'ActorsPropertyTaxonomyQuery', properties: ['email', 'nothing'] },
    {
      results: [
        { sample_values: expect.arrayContaining(['ann@ex.com']) as unknown },
        { sample_values: [], sample_count: 0 },
      ],
    },
  ],
  [
    'PropertyValuesQuery',
    {
      kind: 'PropertyValuesQuery',
      property_type: 'person',
      property_key: 'email',
      search_value: 'ANN@ex',
    },
    { results: [{ name: 'ann@ex.com', count: expect.any(Number) as unknown }], error: null },
  ],
  [
    'SessionsTimelineQuery',
    { kind: 'SessionsTimelineQuery', after: '2020-01-01', before: '2020-01-02' },
    { results: [], hasMore: false },
  ],
  [
    'InsightActorsQueryOptions of totals',
    {
      kind: 'InsightActorsQueryOptions',
      source: {
        kind: 'TrendsQuery',
        series: [{ kind: 'EventsNode', event: 'never' }],
        dateRange: JANUARY,
        trendsFilter: { display: 'ActionsPie' },
        breakdownFilter: { breakdowns: [{ property: 'x', histogram_bin_count: 2 }] },
      },
    },
    {
      day: null,
      series: [{ label: 'never', value: 0 }],
      breakdown: null,
      breakdowns: [{ values: [{ label: '["",""]', value: '["",""]' }] }],
    },
  ],
  [
    'WebGoalsQuery without goals',
    { kind: 'WebGoalsQuery', properties: [], dateRange: JANUARY },
    { results: [], samplingRate: { numerator: 1, denominator: null } },
  ],
  [
    'SessionsQuery, its envelope and its whole cells',
    sessions({ select: ['*', 'person_display_name -- Person', 'person.properties.plan'] }),
    {
      columns: ['*', 'person_display_name -- Person', 'person.properties.plan'],
      results: [
        [
          {
            session_id: ANN_SESSION,
            distinct_id: 'ann',
            $start_timestamp: '2026-01-05T09:00:00Z',
            $end_timestamp: '2026-01-05T09:05:00.250000Z',
            $session_duration: 300,
            $entry_current_url: 'https://x.com/pricing',
            $end_current_url: 'https://x.com/docs?q=1',
            $pageview_count: 2,
            $autocapture_count: 0,
            $screen_count: 0,
            $is_bounce: 0,
          },
          { display_name: 'ann@ex.com', id: UUID, distinct_id: 'ann' },
          'pro',
        ],
      ],
      types: [
        expect.stringMatching(/^Tuple\(/),
        expect.stringMatching(/^Tuple\(/),
        'Nullable(String)',
      ],
      hasMore: false,
      limit: 100,
      offset: 0,
    },
  ],
  [
    'SessionsQuery, the last day unless said',
    { kind: 'SessionsQuery', select: ['session_id'] },
    { results: [] },
  ],
  [
    'SessionsQuery by session, person and events',
    sessions({
      where: ['$session_duration > 200', "distinct_id = 'ann'"],
      properties: [
        { type: 'session', key: '$pageview_count', operator: 'gt', value: 1 },
        { type: 'person', key: 'plan', value: ['pro'] },
      ],
      event: '$pageview',
      eventProperties: [{ type: 'event', key: '$browser', value: 'Chrome' }],
      orderBy: ['person_display_name -- Person DESC', 'session.$start_timestamp'],
    }),
    { results: [[ANN_SESSION, 300]] },
  ],
  [
    'SessionsQuery, an event that is in none of them',
    sessions({ event: 'purchase' }),
    { results: [] },
  ],
  [
    'SessionsQuery, a person who is another one',
    sessions({ properties: [{ type: 'person', key: 'plan', operator: 'is_not', value: ['pro'] }] }),
    { results: [] },
  ],
  [
    'SessionsQuery, counts',
    sessions({ select: ['distinct_id', 'count()'] }),
    { results: [['ann', 1]] },
  ],
  [
    'EventsQuery, its envelope',
    events({ select: ['event', 'timestamp -- When', 'distinct_id as who'], limit: 2 }),
    {
      columns: ['event', 'timestamp -- When', 'who'],
      types: ['String', "DateTime64(6, 'UTC')", 'String'],
      results: [
        ['$pageview', '2026-03-29T01:30:00Z', 'ann'],
        ['$pageview', '2026-03-29T00:30:00Z', 'ann'],
      ],
      hasMore: true,
      limit: 2,
      offset: 0,
      nextCursor: '2026-03-29T00:30:00Z',
      hogql: expect.stringContaining('FROM events') as unknown,
      is_cached: false,
      error: null,
      timings: null,
    },
  ],
  [
    'EventsQuery, the last 24 hours',
    { kind: 'EventsQuery', select: ['event'] },
    { results: [], hasMore: false, nextCursor: null, limit: 100 },
  ],
  [
    'EventsQuery, the next page',
    events({ select: ['timestamp'], before: '2026-01-05T09:05:00.250Z' }),
    { results: [['2026-01-05T09:00:00Z']] },
  ],
  [
    'EventsQuery, ascending by cursor',
    events({
      select: ['event'],
      after: '2026-01-11T23:40:00Z',
      orderBy: ['timestamp ASC'],
      limit: 1,
    }),
    { results: [['$identify']], hasMore: true, nextCursor: '2026-01-11T23:45:00Z' },
  ],
  [
    'EventsQuery, whole events',
    events({ select: ['*'], event: 'signup' }),
    {
      columns: ['*'],
      results: [
        [
          {
            uuid: UUID,
            event: 'signup',
            properties: expect.any(Object) as unknown,
            timestamp: '2026-01-11T23:40:00Z',
            team_id: expect.any(Number) as unknown,
            distinct_id: 'cid',
            elements_chain: '',
            created_at: expect.any(String) as unknown,
          },
        ],
      ],
    },
  ],
  [
    'EventsQuery without columns',
    events({ select: [], event: 'signup' }),
    { results: [[{ event: 'signup' }]] },
  ],
  [
    'EventsQuery, persons',
    events({
      select: ['person', 'person_display_name -- Person', 'person.properties.plan'],
      events: ['signup', 'purchase'],
      orderBy: ['person_display_name -- Person DESC', 'timestamp'],
      limit: 2,
    }),
    {
      columns: ['person', 'person_display_name -- Person', 'person.properties.plan'],
      results: [
        [
          { uuid: UUID, distinct_id: 'cid', properties: { email: 'cid@ex.com' } },
          { display_name: 'cid', id: UUID, distinct_id: 'cid' },
          null,
        ],
        [{ distinct_id: 'bob' }, { display_name: 'bob@other.org' }, 'free'],
      ],
    },
  ],
  [
    'EventsQuery, aggregates',
    events({ select: ['event', 'count()'], where: ['count() > 1'] }),
    {
      results: [
        ['$pageview', 6],
        ['purchase', 3],
      ],
      columns: ['event', 'count()'],
      types: ['String', 'UInt64'],
    },
  ],
  [
    'EventsQuery, filters',
    events({
      select: ['properties.amount'],
      properties: [{ key: 'currency', value: 'EUR' }],
      fixedProperties: [{ type: 'OR', values: [{ key: 'plan', value: 'pro', type: 'person' }] }],
      where: ["event = 'purchase'", 'properties.amount < 30'],
    }),
    { results: [[19.99]] },
  ],
  [
    'EventsQuery, the steps of an action',
    events({
      select: ['count()'],
      actionSteps: [{ event: 'signup' }, { event: '$pageview', url: '/docs' }],
    }),
    { results: [[2]] },
  ],
  [
    'EventsQuery, limit and offset',
    events({ select: ['timestamp'], limit: 1, offset: 1 }),
    { results: [['2026-03-29T00:30:00Z']], offset: 1 },
  ],
  [
    'ActorsQuery',
    actors({ search: 'ANN@' }),
    {
      columns: ['person', 'id', 'person.$delete'],
      results: [[annPerson, UUID, 1]],
      types: ['UUID', 'UUID', 'UInt8'],
      limit: 100,
      offset: 0,
      hasMore: false,
      missing_actors_count: 0,
      is_cached: false,
    },
  ],
  ['ActorsQuery, distinct ids', emails({ search: 'cid-anon' }), { results: [['cid@ex.com']] }],
  [
    'ActorsQuery, person properties',
    emails({ properties: [{ key: 'plan', value: 'free', type: 'person' }], limit: 1 }),
    { results: [['bob@other.org']], hasMore: true },
  ],
  [
    'ActorsQuery, fixed properties and order',
    emails({
      fixedProperties: [{ key: 'email', operator: 'icontains', value: '@ex', type: 'person' }],
      orderBy: ['person DESC'],
    }),
    { results: [['cid@ex.com'], ['ann@ex.com']] },
  ],
  [
    'ActorsQuery behind SQL',
    actors({
      select: ['person_display_name -- Person', 'times', 'created_at'],
      orderBy: ['times DESC'],
      source: {
        kind: 'HogQLQuery',
        query:
          "select person_id, count() as times from events where event = 'purchase' group by person_id",
      },
    }),
    {
      columns: ['person_display_name -- Person', 'times', 'created_at'],
      results: [
        [{ display_name: 'ann@ex.com', id: UUID }, 2, expect.any(String) as unknown],
        [{ display_name: 'bob@other.org', id: UUID }, 1, expect.any(String) as unknown],
      ],
      missing_actors_count: 0,
    },
  ],
  [
    'ActorsQuery, counts',
    actors({ select: ['properties.plan', 'count()'] }),
    {
      results: [
        ['free', 2],
        ['pro', 1],
      ],
    },
  ],
];

/** Queries of the other kinds that are told what is wrong. */
export const kindRefusals: readonly (readonly [
  name: string,
  query: object,
  code: string,
  detail: string,
])[] = [
  [
    'EventsQuery without select',
    { kind: 'EventsQuery' },
    'parse_error',
    'query.select\n  Field required',
  ],
  ['an unknown action', events({ actionId: 99999 }), 'hogql_query_error', 'Action does not exist'],
  ['a date that is none', events({ after: 'soon' }), 'hogql_query_error', "'soon' in 'after'"],
  ['a type error', events({ select: ["timestamp + 'x'"] }), 'illegal_type_of_argument', ''],
  ['a broken column', events({ select: ['event +'] }), 'hogql_syntax_error', ''],
  [
    'an unknown field',
    events({ select: ['nope'] }),
    'hogql_query_error',
    'Unable to resolve field: nope',
  ],
  [
    'a session of an unknown action',
    sessions({ actionId: 99999 }),
    'hogql_query_error',
    'Action does not exist',
  ],
  [
    'a filter of groups on sessions',
    sessions({ properties: [{ type: 'group', group_type_index: 0, key: 'a', value: 'b' }] }),
    'hogql_not_implemented',
    "type 'group' cannot",
  ],
  [
    'a source without ids',
    actors({ source: { kind: 'HogQLQuery', query: 'select event from events' } }),
    'hogql_query_error',
    'Source query must have an id column',
  ],
  [
    'a source that is no query',
    actors({ source: { kind: 'HogQLQuery' } }),
    'hogql_query_error',
    'source.query',
  ],
  [
    'a source of a kind that is later',
    actors({ source: { kind: 'PathsQuery' } }),
    'hogql_not_implemented',
    'PathsQuery',
  ],
  [
    'event filters of persons',
    actors({ properties: [{ key: 'x', type: 'event' }] }),
    'hogql_not_implemented',
    "type 'event' cannot",
  ],
];
