import type { AnalyticsCase } from './case';
import { JOIN_OVERRIDES, PERSON, textProperty } from './case';

const LAST_30 = "e.team_id = 1 AND e.timestamp >= toStartOfDay(now('UTC')) - INTERVAL 30 DAY";
const LAST_37 = "e.team_id = 1 AND e.timestamp >= toStartOfDay(now('UTC')) - INTERVAL 36 DAY";
const PAGEVIEW = "e.event = '$pageview'";
const DAY = "toDate(e.timestamp, 'UTC')";
const dateRange = { date_from: '-30d' };

const event = (name: string, more: object = {}): object => ({
  kind: 'EventsNode',
  event: name,
  ...more,
});
const trends = (more: object): object => ({
  kind: 'TrendsQuery',
  series: [event('$pageview')],
  dateRange,
  ...more,
});

const STEPS = ['$pageview', 'add to cart', 'purchase'];
const funnel = (more: object = {}): object => ({
  kind: 'FunnelsQuery',
  series: STEPS.map((name) => event(name)),
  dateRange,
  funnelsFilter: { funnelWindowInterval: 14, funnelWindowIntervalUnit: 'day' },
  ...more,
});

const LEVEL = `windowFunnel(1209600)(toDateTime(e.timestamp, 'UTC'), ${STEPS.map((name) => `e.event = '${name}'`).join(', ')})`;
const OF_STEPS = `e.event IN (${STEPS.map((name) => `'${name}'`).join(', ')})`;
const funnelSql = (table: string, browser: string | null): string => {
  const touch =
    browser === null ? '' : `, argMinIf(${browser}, e.timestamp, ${PAGEVIEW}) AS touched`;
  const by = browser === null ? 'level' : 'touched, level';
  return `SELECT ${by}, count() FROM (SELECT ${LEVEL} AS level${touch} FROM ${table} AS e ${JOIN_OVERRIDES} WHERE ${LAST_30} AND ${OF_STEPS} GROUP BY ${PERSON}) GROUP BY ${by}`;
};

const retention = (more: object): object => ({
  kind: 'RetentionQuery',
  retentionFilter: {
    period: 'Week',
    totalIntervals: 8,
    retentionType: 'retention_recurring',
    targetEntity: { id: '$pageview', type: 'events' },
    returningEntity: { id: '$pageview', type: 'events' },
    ...more,
  },
});

/** SQL that joins persons with properties stored as text, as PostHog's default storage does. */
const JOIN_PERSONS = `INNER JOIN (SELECT id, argMax(properties, version) AS properties FROM persons_as_text WHERE team_id = 1 GROUP BY id) AS p ON p.id = ${PERSON}`;

export const INSIGHT_CASES: readonly AnalyticsCase[] = [
  {
    name: 'trends: total by day, 30 days',
    query: trends({}),
    best: `SELECT ${DAY} AS day, count() FROM events AS e WHERE ${LAST_30} AND ${PAGEVIEW} GROUP BY day`,
    timesBest: 1.3,
  },
  {
    name: 'trends: daily active users',
    query: trends({ series: [event('$pageview', { math: 'dau' })] }),
    best: `SELECT ${DAY} AS day, uniqExact(${PERSON}) FROM events AS e ${JOIN_OVERRIDES} WHERE ${LAST_30} AND ${PAGEVIEW} GROUP BY day`,
    timesBest: 1.3,
  },
  {
    name: 'trends: breakdown by a property',
    query: trends({ breakdownFilter: { breakdown: '$browser', breakdown_type: 'event' } }),
    best: `SELECT e.properties.\`$browser\`.:String AS b, ${DAY} AS day, count() FROM events AS e WHERE ${LAST_30} AND ${PAGEVIEW} GROUP BY b, day`,
    timesBest: 1.3,
    asText: `SELECT ${textProperty('e.properties', '$browser')} AS b, ${DAY} AS day, count() FROM events_as_text AS e WHERE ${LAST_30} AND ${PAGEVIEW} GROUP BY b, day`,
    timesText: 3,
  },
  {
    name: 'trends: weekly active users',
    query: trends({ series: [event('$pageview', { math: 'weekly_active' })] }),
    best: `SELECT day + later AS seen, uniqExact(person) FROM (SELECT DISTINCT ${DAY} AS day, ${PERSON} AS person FROM events AS e ${JOIN_OVERRIDES} WHERE ${LAST_37} AND ${PAGEVIEW}) ARRAY JOIN range(7) AS later WHERE seen BETWEEN toDate(now('UTC')) - 30 AND toDate(now('UTC')) GROUP BY seen`,
    timesBest: 1.3,
  },
  {
    name: 'trends: formula of two series',
    query: trends({
      series: [event('purchase'), event('$pageview')],
      trendsFilter: { formula: 'A / B' },
    }),
    best: `SELECT ${DAY} AS day, countIf(e.event = 'purchase') / countIf(${PAGEVIEW}) FROM events AS e WHERE ${LAST_30} AND e.event IN ('$pageview', 'purchase') GROUP BY day`,
    timesBest: 1.3,
  },
  {
    name: 'trends: daily active users with a person property',
    query: trends({
      series: [event('$pageview', { math: 'dau' })],
      properties: [{ key: 'plan', type: 'person', operator: 'exact', value: 'pro' }],
    }),
    asText: `SELECT ${DAY} AS day, uniqExact(${PERSON}) FROM events_as_text AS e ${JOIN_OVERRIDES} ${JOIN_PERSONS} WHERE ${LAST_30} AND ${PAGEVIEW} AND ${textProperty('p.properties', 'plan')} = 'pro' GROUP BY day`,
    timesText: 3,
  },
  {
    name: 'funnel: 3 steps, 14 days',
    query: funnel(),
    best: funnelSql('events', null),
    timesBest: 1.5,
  },
  {
    name: 'funnel: 3 steps, 14 days, breakdown',
    query: funnel({ breakdownFilter: { breakdown: '$browser', breakdown_type: 'event' } }),
    best: funnelSql('events', 'e.properties.`$browser`.:String'),
    timesBest: 1.5,
    asText: funnelSql('events_as_text', textProperty('e.properties', '$browser')),
    timesText: 3,
  },
  { name: 'retention: 8 weeks', query: retention({}), within: 2000 },
  {
    name: 'retention: 8 weeks, first time',
    query: retention({ retentionType: 'retention_first_time' }),
    within: 2000,
  },
  {
    name: 'retention: 8 weeks from the time of the start',
    query: retention({ timeWindowMode: '24_hour_windows' }),
    within: 2000,
  },
  { name: 'stickiness', query: { ...trends({}), kind: 'StickinessQuery' }, within: 2000 },
  { name: 'lifecycle, 30 days', query: { ...trends({}), kind: 'LifecycleQuery' }, within: 2000 },
  {
    name: 'calendar heatmap: people, 30 days',
    query: {
      kind: 'CalendarHeatmapQuery',
      series: [event('$pageview', { math: 'dau' })],
      dateRange,
    },
    within: 2000,
  },
  {
    name: 'paths: 5 steps',
    query: {
      kind: 'PathsQuery',
      dateRange,
      pathsFilter: { includeEventTypes: ['$pageview'], stepLimit: 5 },
    },
    within: 2000,
  },
];
