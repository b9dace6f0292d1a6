import * as fc from 'fast-check';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Body = { readonly kind: string } & { readonly [key: string]: Json };

const EVENT = { kind: 'EventsNode', event: '$pageview', math: 'total' } as const;
const OTHER = { kind: 'EventsNode', event: null, properties: [] } as const;
const RANGE = { date_from: '-7d', date_to: null, explicitDate: false } as const;
const FILTERS = [{ key: 'browser', value: ['A'], operator: 'exact', type: 'event' }] as const;
const TRENDS: Body = {
  kind: 'TrendsQuery',
  series: [EVENT, { ...OTHER, math: 'sum', math_property: 'number' }],
  interval: 'day',
  dateRange: RANGE,
  properties: FILTERS,
  trendsFilter: { display: 'ActionsLineGraph', formula: 'A + B', smoothingIntervals: 1 },
  breakdownFilter: { breakdown: 'browser', breakdown_type: 'event', breakdown_limit: 5 },
  compareFilter: { compare: true, compare_to: '-1m' },
  samplingFactor: 0.5,
  aggregation_group_type_index: 0,
};
const FUNNEL: Body = {
  kind: 'FunnelsQuery',
  series: [EVENT, OTHER, { kind: 'EventsNode', event: 'two' }],
  interval: 'week',
  dateRange: RANGE,
  funnelsFilter: {
    funnelOrderType: 'ordered',
    funnelVizType: 'steps',
    funnelWindowInterval: 3,
    funnelWindowIntervalUnit: 'day',
    funnelFromStep: 0,
    funnelToStep: 2,
    exclusions: [{ kind: 'EventsNode', event: 'x', funnelFromStep: 0, funnelToStep: 1 }],
    breakdownAttributionType: 'step',
    breakdownAttributionValue: 0,
    funnelAggregateByHogQL: 'person_id',
    binCount: 4,
  },
  breakdownFilter: { breakdowns: [{ property: 'browser', type: 'person' }] },
};
const RETENTION: Body = {
  kind: 'RetentionQuery',
  dateRange: RANGE,
  retentionFilter: {
    period: 'Week',
    totalIntervals: 4,
    targetEntity: { id: '$pageview', type: 'events' },
    returningEntity: { id: null, type: 'events', properties: FILTERS },
    retentionType: 'retention_first_time',
    minimumOccurrences: 1,
    timeWindowMode: 'strict_calendar_dates',
    retentionCustomBrackets: [1, 2],
    aggregationType: 'sum',
    aggregationProperty: 'number',
  },
  breakdownFilter: { breakdown: 'browser', breakdown_type: 'person' },
};
const STICKINESS: Body = {
  kind: 'StickinessQuery',
  series: [{ ...EVENT, math: 'hogql', math_hogql: 'properties.browser' }],
  interval: 'day',
  intervalCount: 2,
  dateRange: RANGE,
  stickinessFilter: {
    computedAs: 'cumulative',
    stickinessCriteria: { operator: 'gte', value: 1 },
  },
  compareFilter: { compare: true },
};

/** A valid query of each kind, with most of its fields. */
export const soundBodies: readonly Body[] = [
  TRENDS,
  FUNNEL,
  RETENTION,
  STICKINESS,
  {
    kind: 'LifecycleQuery',
    series: [EVENT],
    interval: 'week',
    dateRange: RANGE,
    properties: { type: 'AND', values: [{ type: 'OR', values: FILTERS }] },
    lifecycleFilter: { toggledLifecycles: ['new'] },
  },
  {
    kind: 'PathsQuery',
    dateRange: RANGE,
    pathsFilter: {
      includeEventTypes: ['$pageview', 'hogql'],
      pathsHogQLExpression: 'event',
      startPoint: '/',
      endPoint: '/docs',
      excludeEvents: ['x'],
      pathGroupings: ['/a*'],
      localPathCleaningFilters: [{ regex: '[0-9]+', alias: '<id>' }],
      stepLimit: 5,
      edgeLimit: 10,
      minEdgeWeight: 1,
      maxEdgeWeight: 9,
    },
    funnelPathsFilter: {
      funnelPathType: 'funnel_path_after_step',
      funnelSource: FUNNEL,
      funnelStep: 2,
    },
  },
  {
    kind: 'CalendarHeatmapQuery',
    series: [{ ...EVENT, math: 'dau' }],
    dateRange: RANGE,
    calendarHeatmapFilter: { bucketBySessionStart: true },
    conversionGoal: { customEventName: 'two' },
  },
  {
    kind: 'WebOverviewQuery',
    properties: FILTERS,
    dateRange: RANGE,
    compareFilter: { compare: true },
    conversionGoal: { customEventName: 'two' },
    sampling: { enabled: true, forceSamplingRate: { numerator: 1, denominator: 10 } },
  },
  {
    kind: 'WebStatsTableQuery',
    breakdownBy: 'Page',
    properties: FILTERS,
    dateRange: RANGE,
    includeBounceRate: true,
    includeScrollDepth: true,
    doPathCleaning: true,
    orderBy: ['Views', 'DESC'],
    limit: 5,
    offset: 1,
  },
  {
    kind: 'InsightActorsQuery',
    source: TRENDS,
    day: '2020-01-15',
    series: 0,
    breakdown: 'A',
    compare: 'current',
  },
  { kind: 'InsightActorsQuery', source: RETENTION, interval: 1, breakdown: ['A'] },
  { kind: 'StickinessActorsQuery', source: STICKINESS, day: 2, operator: 'gte' },
  { kind: 'InsightActorsQueryOptions', source: TRENDS },
  {
    kind: 'FunnelsActorsQuery',
    source: FUNNEL,
    funnelStep: -2,
    funnelStepBreakdown: ['A'],
    funnelTrendsDropOff: true,
    funnelTrendsEntrancePeriodStart: '2020-01-15',
  },
  {
    kind: 'FunnelCorrelationQuery',
    source: { kind: 'FunnelsActorsQuery', source: FUNNEL },
    funnelCorrelationType: 'properties',
    funnelCorrelationNames: ['$all'],
    funnelCorrelationEventNames: ['two'],
  },
  {
    kind: 'ActorsQuery',
    source: { kind: 'InsightActorsQuery', source: TRENDS, day: '2020-01-15' },
    select: ['person', 'event_count'],
    search: 'a',
    orderBy: ['event_count DESC'],
    limit: 3,
    offset: 1,
  },
];

/** Wrong values that clients may send. */
const wrong: fc.Arbitrary<Json | undefined> = fc.constantFrom<Json | undefined>(
  undefined,
  null,
  '',
  ' ',
  'x',
  "'; --",
  '{x}',
  '(',
  'all',
  '-0d',
  '-999999999999d',
  '2020-02-31',
  '0001-01-01',
  '9999-12-31T23:59:59Z',
  'count()',
  'NULL',
  'toDateTime(1) + 1',
  '\u0000',
  'a'.repeat(500),
  0,
  -1,
  1.5,
  3,
  1e9,
  1e300,
  true,
  false,
  [],
  [[]],
  [null],
  ['x', 1],
  {},
  { type: 'x' },
  { kind: 'EventsNode' },
  { kind: 'ActionsNode', id: 99 },
  { kind: 'DataWarehouseNode', id: 'x' },
  { key: 'a', type: 'group' },
  { key: 'id', type: 'cohort', value: 1 },
  'hour',
  'month',
  'hogql',
  'cohort',
  'session',
  'trends',
  'unordered',
  'strict',
  'weekly_active',
  'p90_count_per_actor',
  'first_time_for_user',
  'unique_group',
  'BoldNumber',
  'BoxPlot',
  'SlopeGraph',
  'ActionsLineGraphCumulative',
  '24_hour_windows',
  'unknown_math',
);

interface Change {
  readonly at: number;
  readonly to: Json | undefined;
}

/** A valid body with some values, at any depth, replaced or removed. */
export function changedBodies(sound: Body): fc.Arbitrary<Body> {
  return fc
    .array(fc.record({ at: fc.nat(), to: wrong }), { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce<Body>(changed, sound));
}

function changed(body: Body, { at, to }: Change): Body {
  const paths = pathsOf(body).filter((path) => path.join('.') !== 'kind');
  const path = paths[at % paths.length];
  return path === undefined ? body : (replaced(body, path, to) as Body);
}

function pathsOf(value: Json): string[][] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]: [string, Json]) => [
    [key],
    ...pathsOf(inner).map((path) => [key, ...path]),
  ]);
}

function replaced(
  value: Json,
  [key, ...rest]: readonly string[],
  to: Json | undefined,
): Json | undefined {
  if (key === undefined) return to;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    return (value as Json[]).flatMap((inner, index) => {
      if (String(index) !== key) return [inner];
      const made = replaced(inner, rest, to);
      return made === undefined ? [] : [made];
    });
  }
  const entries = Object.entries(value as { readonly [key: string]: Json }).flatMap(
    ([name, inner]): [string, Json][] => {
      if (name !== key) return [[name, inner]];
      const made = replaced(inner, rest, to);
      return made === undefined ? [] : [[name, made]];
    },
  );
  return Object.fromEntries(entries);
}
