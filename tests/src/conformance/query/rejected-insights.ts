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

const NONE = 'insight_requires_at_least_one_series';
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
  ['trends without series', trends({ series: [] }), 'series', NONE],
  ['lifecycle without series', { kind: 'LifecycleQuery', series: [] }, 'series', NONE],
  ['stickiness without series', { kind: 'StickinessQuery', series: [] }, 'series', NONE],
  [
    'too many buckets',
    trends({ interval: 'minute', dateRange: { date_from: '-1y' } }),
    'dateRange',
  ],
  [
    'an invalid period to compare with',
    trends({ compareFilter: { compare: true, compare_to: '1' } }),
    'compareFilter__compare_to',
  ],
  [
    'a formula with an unknown series',
    trends({ trendsFilter: { formula: 'A + B' } }),
    'trendsFilter__formula',
  ],
  [
    'an invalid formula',
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
    'a currency of a sum',
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
    'selected days of the week with smoothing',
    trends({ dateRange: { daysOfWeek: [1] }, trendsFilter: { smoothingIntervals: 3 } }),
    'dateRange__daysOfWeek',
  ],
  [
    'a table with a breakdown by an event property',
    trends({ series: [TABLE], breakdownFilter: { breakdown: 'x' } }),
    'breakdownFilter__breakdown_type',
    'data_warehouse_series_unsupported_breakdown',
  ],
  [
    'unique sessions of a table',
    trends({ series: [{ ...TABLE, math: 'unique_session' }] }),
    'series__0__math',
  ],
  ['a funnel without steps', funnel({}, { series: [] }), 'series', FEW],
  ['a funnel of an unknown action', funnel({}, { series: [event('a'), UNKNOWN] }), 'series__1__id'],
  ['a funnel of one step', funnel({}, { series: [event('a')] }), 'series', FEW],
  [
    'first-time math for a table',
    funnel({}, { series: [event('a'), { ...TABLE, math: 'first_time_for_user' }] }),
    'series__1__math',
  ],
  [
    'a funnel with a table and a breakdown by cohorts',
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
    'a start step that is the last step',
    funnel({ funnelFromStep: 2 }),
    'funnelsFilter__funnelFromStep',
    RANGE,
  ],
  [
    'an end step that does not exist',
    funnel({ funnelToStep: 3 }),
    'funnelsFilter__funnelToStep',
    RANGE,
  ],
  [
    'an exclusion that does not end after it begins',
    funnel(exclusion(1, 1)),
    'funnelsFilter__exclusions',
    EXCLUSIONS,
  ],
  [
    'an exclusion beyond the last step',
    funnel(exclusion(0, 3)),
    'funnelsFilter__exclusions',
    EXCLUSIONS,
  ],
  [
    'an exclusion with the event of a step',
    funnel(exclusion(0, 2, 'b')),
    'funnelsFilter__exclusions',
    EXCLUSIONS,
  ],
  [
    'an exclusion for a part of an unordered funnel',
    funnel({ funnelOrderType: 'unordered', ...exclusion(0, 1) }),
    'funnelsFilter__exclusions',
    EXCLUSIONS,
  ],
  [
    'attribution to a later step of an unordered funnel',
    funnel({
      funnelOrderType: 'unordered',
      breakdownAttributionType: 'step',
      breakdownAttributionValue: 1,
    }),
    'funnelsFilter__breakdownAttributionValue',
  ],
  [
    'an optional first step',
    funnel({}, { series: [event('a', { optionalInFunnel: true }), event('b')] }),
    'series__0',
    OPTIONAL,
  ],
  [
    'actors who dropped off before the first step',
    { kind: 'FunnelsActorsQuery', source: funnel(), funnelStep: -1 },
    'funnelStep',
  ],
  [
    'actors of conversion over time without the field for drop-off',
    {
      kind: 'FunnelsActorsQuery',
      source: funnel({ funnelVizType: 'trends' }),
      funnelTrendsEntrancePeriodStart: '2020-01-01',
    },
    'funnelTrendsDropOff',
  ],
  [
    'actors of conversion over time without a period',
    {
      kind: 'FunnelsActorsQuery',
      source: funnel({ funnelVizType: 'trends' }),
      funnelTrendsDropOff: true,
    },
    'funnelTrendsEntrancePeriodStart',
  ],
  ['actors of a funnel without a step', { kind: 'InsightActorsQuery', source: funnel() }, 'source'],
  [
    'selected days of the week in a funnel',
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
    'selected days of the week in retention',
    { kind: 'RetentionQuery', retentionFilter: {}, dateRange: { daysOfWeek: [1] } },
    'dateRange__daysOfWeek',
  ],
  [
    'paths by a missing expression',
    { kind: 'PathsQuery', pathsFilter: { includeEventTypes: ['hogql'] } },
    'pathsFilter__pathsHogQLExpression',
  ],
  [
    'stickiness by a missing expression',
    { kind: 'StickinessQuery', series: [event('x', { math: 'hogql' })] },
    'series__0__math_hogql',
  ],
  [
    'a heatmap with an unsupported math',
    { kind: 'CalendarHeatmapQuery', series: [event('x', { math: 'unique_session' })] },
    'series__0__math',
  ],
  [
    'an unknown goal',
    { kind: 'WebOverviewQuery', properties: [], conversionGoal: { actionId: 99_999_999 } },
    'conversionGoal__actionId',
  ],
  [
    'a sampling rate above 1',
    {
      kind: 'WebGoalsQuery',
      properties: [],
      sampling: { enabled: true, forceSamplingRate: { numerator: 2 } },
    },
    'sampling__forceSamplingRate',
  ],
  ['an event taxonomy without an event', { kind: 'EventTaxonomyQuery' }, 'event'],
];
