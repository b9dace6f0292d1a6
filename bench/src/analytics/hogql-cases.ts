import type { AnalyticsCase } from './case';
import { hogql, JOIN_OVERRIDES, PERSON, textProperty } from './case';

const OF_US = 'team_id = 1';
const browser = textProperty('properties', '$browser');
const source = textProperty('properties', 'utm_source');
const url = textProperty('properties', '$current_url');

/** HogQL queries on five million events. */
export const HOGQL_CASES: readonly AnalyticsCase[] = [
  {
    name: 'count by properties.$browser',
    query: hogql('select properties.$browser, count() from events group by properties.$browser'),
    best: `SELECT properties.\`$browser\`.:String AS b, count() FROM events WHERE ${OF_US} GROUP BY b LIMIT 100`,
    asText: `SELECT ${browser} AS b, count() FROM events_as_text WHERE ${OF_US} GROUP BY b LIMIT 100`,
    timesBest: 1.2,
    timesText: 5,
  },
  {
    name: 'count filtered by URL',
    query: hogql("select count() from events where properties.$current_url like '%/page/42?%'"),
    best: `SELECT count() FROM events WHERE ${OF_US} AND properties.\`$current_url\`.:String LIKE '%/page/42?%'`,
    asText: `SELECT count() FROM events_as_text WHERE ${OF_US} AND ${url} LIKE '%/page/42?%'`,
    timesBest: 1.2,
    timesText: 5,
  },
  {
    name: 'ten largest values of a property',
    query: hogql(
      "select properties.utm_source, count() from events where event = '$pageview' group by properties.utm_source order by count() desc limit 10",
    ),
    best: `SELECT properties.utm_source.:String AS s, count() AS c FROM events WHERE ${OF_US} AND event = '$pageview' GROUP BY s ORDER BY c DESC LIMIT 10`,
    asText: `SELECT ${source} AS s, count() AS c FROM events_as_text WHERE ${OF_US} AND event = '$pageview' GROUP BY s ORDER BY c DESC LIMIT 10`,
    timesBest: 1.2,
    timesText: 5,
  },
  {
    name: 'uniques per day filtered by a property',
    query: hogql(
      "select toDate(timestamp) as day, count(distinct person_id) from events where properties.plan = 'pro' group by day order by day",
    ),
    best: `SELECT toDate(e.timestamp) AS day, uniqExact(${PERSON}) FROM events AS e ${JOIN_OVERRIDES} WHERE ${OF_US} AND e.properties.plan.:String = 'pro' GROUP BY day ORDER BY day`,
    asText: `SELECT toDate(e.timestamp) AS day, uniqExact(${PERSON}) FROM events_as_text AS e ${JOIN_OVERRIDES} WHERE ${OF_US} AND ${textProperty('e.properties', 'plan')} = 'pro' GROUP BY day ORDER BY day`,
    timesBest: 1.2,
    timesText: 5,
  },
  {
    name: 'breakdown by a person property',
    query: hogql(
      'select person.properties.plan, count() from events group by person.properties.plan',
    ),
    best: `SELECT person_properties.plan.:String AS p, count() FROM events WHERE ${OF_US} GROUP BY p LIMIT 100`,
    asText: `SELECT ${textProperty('person_properties', 'plan')} AS p, count() FROM events_as_text WHERE ${OF_US} GROUP BY p LIMIT 100`,
    timesBest: 1.2,
    timesText: 5,
  },
  {
    name: 'latest 100 events',
    query: hogql('select * from events order by timestamp desc limit 100'),
    within: 50,
  },
  {
    name: 'latest 100 events (EventsQuery)',
    query: { kind: 'EventsQuery', select: ['*'], after: '-24h', limit: 100 },
    within: 50,
  },
  {
    name: 'events of a distinct id',
    query: hogql(
      "select event, timestamp from events where distinct_id = 'user-77777' order by timestamp desc limit 100",
    ),
    within: 50,
  },
  {
    name: 'events of a person',
    query: {
      kind: 'EventsQuery',
      select: ['event', 'timestamp', 'distinct_id'],
      personId: '{person}',
      after: '-90d',
      limit: 100,
    },
    within: 50,
  },
];
