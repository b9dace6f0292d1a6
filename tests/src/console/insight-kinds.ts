const node = (event: string, more: object = {}) => ({
  kind: 'EventsNode',
  event,
  name: event,
  ...more,
});
const dateRange = { date_from: '-7d' };
const funnel = { kind: 'FunnelsQuery', series: [node('viewed'), node('bought')], dateRange };

interface InsightKind {
  readonly name: string;
  readonly query: object;
  /** The query string of the URL. */
  readonly search?: string;
  /** The accessible name of a number. Three people viewed something, two of them bought something. */
  readonly number: RegExp;
  /** The expected text in the panel with the people. */
  readonly says: string;
}

/** For each kind of insight: a number, and the expected text in the panel with its people. */
export const INSIGHT_KINDS: readonly InsightKind[] = [
  {
    name: 'trends compared with three days earlier',
    query: {
      kind: 'TrendsQuery',
      series: [node('viewed', { math: 'dau' }), node('bought')],
      dateRange,
      compareFilter: { compare: true, compare_to: '-3d' },
    },
    number: /^viewed, (?!Sum).*: 3, show people$/,
    says: '3 people: exactly the number 3.',
  },
  {
    name: 'trends with two breakdowns',
    query: {
      kind: 'TrendsQuery',
      series: [node('viewed')],
      breakdownFilter: {
        breakdowns: [
          { property: 'plan', type: 'person' },
          { property: 'event', type: 'event_metadata' },
        ],
      },
      dateRange,
    },
    number: /^pro · viewed, Sum: 2, show people$/,
    says: '2 people, 2 times: exactly the number 2.',
  },
  {
    name: 'a table of totals',
    query: {
      kind: 'TrendsQuery',
      series: [node('viewed')],
      trendsFilter: { display: 'ActionsTable' },
      dateRange,
    },
    number: /^viewed: 3, show people$/,
    says: '3 people, 3 times: exactly the number 3.',
  },
  {
    name: 'hours of the week',
    query: {
      kind: 'TrendsQuery',
      series: [node('viewed')],
      trendsFilter: { display: 'CalendarHeatmap' },
      dateRange,
    },
    number: /^All hours: 3, show people$/,
    says: '3 people, 3 times: exactly the number 3.',
  },
  {
    name: 'a box plot',
    query: {
      kind: 'TrendsQuery',
      series: [node('bought', { math: 'median', math_property: 'revenue' })],
      trendsFilter: { display: 'BoxPlot' },
      dateRange,
    },
    number: /, Median: 10, show people$/,
    says: '2 people. The number 10 in the chart is computed from their events',
  },
  {
    name: 'a funnel over time',
    query: { ...funnel, funnelsFilter: { funnelVizType: 'trends' }, interval: 'day' },
    number: /^Conversion, .*: 66\.7%, show people$/,
    says: '2 of 3 people who entered: exactly 66.67%.',
  },
  {
    name: 'the time to convert',
    query: { ...funnel, funnelsFilter: { funnelVizType: 'time_to_convert' } },
    number: /^People: 2, show people$/,
    says: '2 people: exactly the number 2.',
  },
  {
    name: 'properties that go together with converting',
    query: funnel,
    search: '?correlation=properties',
    number: /^plan = pro, converted: 2, show people$/,
    says: '2 people: exactly the number 2.',
  },
  {
    name: 'retention',
    query: {
      kind: 'RetentionQuery',
      retentionFilter: {
        period: 'Day',
        totalIntervals: 3,
        retentionType: 'retention_first_time',
        targetEntity: { id: 'viewed', type: 'events', name: 'viewed' },
        returningEntity: { id: 'bought', type: 'events', name: 'bought' },
      },
      dateRange: { date_from: '-2d' },
    },
    number: /Day 0, 3 people: 3, show people$/,
    says: '3 people: exactly the number 3.',
  },
  {
    name: 'paths',
    query: {
      kind: 'PathsQuery',
      pathsFilter: { includeEventTypes: ['custom_event'], stepLimit: 3 },
      dateRange,
    },
    number: /^viewed to bought, step 2: 2, show people$/,
    says: '2 people, 2 times: exactly the number 2.',
  },
  {
    name: 'a lifecycle',
    query: { kind: 'LifecycleQuery', series: [node('viewed')], interval: 'day', dateRange },
    number: /^New, .*: 3, show people$/,
    says: '3 people: exactly the number 3.',
  },
  {
    name: 'stickiness',
    query: { kind: 'StickinessQuery', series: [node('viewed')], interval: 'day', dateRange },
    number: /^viewed, 1 day: 3, show people$/,
    says: '3 people: exactly the number 3.',
  },
];
