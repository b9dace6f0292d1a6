const event = (name: string, more: object = {}) => ({ kind: 'EventsNode', event: name, ...more });
const trends = (more: object = {}) => ({ kind: 'TrendsQuery', series: [event('x')], ...more });
const funnel = (funnelsFilter: object = {}, more: object = {}) => ({
  kind: 'FunnelsQuery',
  series: [event('a'), event('b'), event('c')],
  funnelsFilter,
  ...more,
});
const UNKNOWN = { kind: 'ActionsNode', id: 99_999_999 };
const exclusion = (from: number, to: number, name = 'x') => ({
  exclusions: [event(name, { funnelFromStep: from, funnelToStep: to })],
});
const TABLE = {
  kind: 'DataWarehouseNode',
  id: 't',
  table_name: 't',
  id_field: 'id',
  timestamp_field: 'at',
  distinct_id_field: 'who',
};

const FEW = 'funnels_require_at_least_two_steps';
const RANGE = 'funnel_step_range_invalid';
const EXCLUSIONS = 'funnel_exclusions_invalid';
const OPTIONAL = 'funnel_optional_steps_invalid';

/** Invalid insights, each with the field that the error must name and, for some, the code of the error. */
export const rejectedInsights: readonly (readonly [
  name: string,
  query: object,
  attr: string,
  code?: string,
])[] = [
  ['trends without series', trends({ series: [] }), 'series'],
  [
    'too many buckets',
    trends({ interval: 'minute', dateRange: { date_from: '-1y' } }),
    'dateRange',
  ],
  [
    'a period to compare with that is none',
    trends({ compareFilter: { compare: true, compare_to: '1' } }),
    'compareFilter__compare_to',
  ],
  [
    'a formula of unknown series',
    trends({ trendsFilter: { formula: 'A + B' } }),
    'trendsFilter__formula',
  ],
  [
    'a formula that is none',
    trends({ trendsFilter: { formulaNodes: [{ formula: 'sum(A)' }] } }),
    'trendsFilter__formulaNodes__0',
  ],
  [
    'a math without its property',
    trends({ series: [event('x', { math: 'sum' })] }),
    'series__0__math_property',
  ],
  [
    'a math without its expression',
    trends({ series: [event('x'), event('x', { math: 'hogql' })] }),
    'series__1__math_hogql',
  ],
  [
    'a currency',
    trends({
      series: [
        event('x', {
          math: 'sum',
          math_property: 'p',
          math_property_revenue_currency: { static: 'EUR' },
        }),
      ],
    }),
    'series__0__math_property_revenue_currency',
  ],
  [
    'a breakdown by group without its type',
    trends({ breakdownFilter: { breakdown: 'x', breakdown_type: 'group' } }),
    'breakdownFilter',
  ],
  [
    'a box plot without a property',
    trends({ trendsFilter: { display: 'BoxPlot' } }),
    'series__0__math_property',
  ],
  [
    'days of the week for smoothed lines',
    trends({ dateRange: { daysOfWeek: [1] }, trendsFilter: { smoothingIntervals: 3 } }),
    'dateRange__daysOfWeek',
  ],
  [
    'a table split by a property of events',
    trends({ series: [TABLE], breakdownFilter: { breakdown: 'x' } }),
    'breakdownFilter__breakdown_type',
    'data_warehouse_series_unsupported_breakdown',
  ],
  [
    'a table’s sessions',
    trends({ series: [{ ...TABLE, math: 'unique_session' }] }),
    'series__0__math',
  ],
  ['a funnel without steps', funnel({}, { series: [] }), 'series', FEW],
  ['a funnel of an unknown action', funnel({}, { series: [event('a'), UNKNOWN] }), 'series__1__id'],
  ['a funnel of one step', funnel({}, { series: [event('a')] }), 'series', FEW],
  [
    'first times among rows of a table',
    funnel({}, { series: [event('a'), { ...TABLE, math: 'first_time_for_user' }] }),
    'series__1__math',
  ],
  [
    'a funnel of a table split by cohorts',
    funnel(
      {},
      {
        series: [event('a'), TABLE],
        breakdownFilter: { breakdown: ['all'], breakdown_type: 'cohort' },
      },
    ),
    'breakdownFilter',
  ],
  [
    'a first step that is the last',
    funnel({ funnelFromStep: 2 }),
    'funnelsFilter__funnelFromStep',
    RANGE,
  ],
  ['a last step outside', funnel({ funnelToStep: 3 }), 'funnelsFilter__funnelToStep', RANGE],
  [
    'an exclusion that ends before it begins',
    funnel(exclusion(1, 1)),
    'funnelsFilter__exclusions',
    EXCLUSIONS,
  ],
  ['an exclusion outside', funnel(exclusion(0, 3)), 'funnelsFilter__exclusions', EXCLUSIONS],
  [
    'an exclusion that is a step',
    funnel(exclusion(0, 2, 'b')),
    'funnelsFilter__exclusions',
    EXCLUSIONS,
  ],
  [
    'a part of a funnel of any order',
    funnel({ funnelOrderType: 'unordered', ...exclusion(0, 1) }),
    'funnelsFilter__exclusions',
    EXCLUSIONS,
  ],
  [
    'a breakdown by a later step of any order',
    funnel({
      funnelOrderType: 'unordered',
      breakdownAttributionType: 'step',
      breakdownAttributionValue: 1,
    }),
    'funnelsFilter__breakdownAttributionValue',
  ],
  [
    'a first step that may be left out',
    funnel({}, { series: [event('a', { optionalInFunnel: true }), event('b')] }),
    'series__0',
    OPTIONAL,
  ],
  [
    'the dropped before the first step',
    { kind: 'FunnelsActorsQuery', source: funnel(), funnelStep: -1 },
    'funnelStep',
  ],
  [
    'a line of conversion without a word on who dropped off',
    {
      kind: 'FunnelsActorsQuery',
      source: funnel({ funnelVizType: 'trends' }),
      funnelTrendsEntrancePeriodStart: '2020-01-01',
    },
    'funnelTrendsDropOff',
  ],
  [
    'a line of conversion without a period',
    {
      kind: 'FunnelsActorsQuery',
      source: funnel({ funnelVizType: 'trends' }),
      funnelTrendsDropOff: true,
    },
    'funnelTrendsEntrancePeriodStart',
  ],
  [
    'actors of a funnel without their step',
    { kind: 'InsightActorsQuery', source: funnel() },
    'source',
  ],
  [
    'days of the week of steps',
    funnel({}, { dateRange: { daysOfWeek: [1] } }),
    'dateRange__daysOfWeek',
  ],
  [
    'a lifecycle of an unknown action',
    { kind: 'LifecycleQuery', series: [UNKNOWN] },
    'series__0__id',
  ],
  [
    'retention of an unknown action',
    {
      kind: 'RetentionQuery',
      retentionFilter: { targetEntity: { id: 99_999_999, type: 'actions' } },
    },
    'retentionFilter__targetEntity__id',
  ],
  [
    'days of the week of retention',
    { kind: 'RetentionQuery', retentionFilter: {}, dateRange: { daysOfWeek: [1] } },
    'dateRange__daysOfWeek',
  ],
  [
    'paths by an expression that is missing',
    { kind: 'PathsQuery', pathsFilter: { includeEventTypes: ['hogql'] } },
    'pathsFilter__pathsHogQLExpression',
  ],
  [
    'stickiness by an expression that is missing',
    { kind: 'StickinessQuery', series: [event('x', { math: 'hogql' })] },
    'series__0__math_hogql',
  ],
  [
    'a heatmap of a math that it lacks',
    { kind: 'CalendarHeatmapQuery', series: [event('x', { math: 'unique_session' })] },
    'series__0__math',
  ],
  [
    'a goal that does not exist',
    { kind: 'WebOverviewQuery', properties: [], conversionGoal: { actionId: 99_999_999 } },
    'conversionGoal__actionId',
  ],
  [
    'a sample of more than all',
    {
      kind: 'WebGoalsQuery',
      properties: [],
      sampling: { enabled: true, forceSamplingRate: { numerator: 2 } },
    },
    'sampling__forceSamplingRate',
  ],
  ['a taxonomy of nothing', { kind: 'EventTaxonomyQuery' }, 'event'],
];
