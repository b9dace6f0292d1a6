import type { AnalyticsCase } from './case';
import { hogql } from './case';
import { HOGQL_CASES } from './hogql-cases';
import { INSIGHT_CASES } from './insight-cases';

/** A query, and how many rows it has to read. */
export interface GrowthCase extends Pick<AnalyticsCase, 'name' | 'query'> {
  /**
   * `rows`: a share of all events, so that its cost may grow with their number. `few`: a number of rows that does not
   * depend on the number of events.
   */
  readonly reads: 'rows' | 'few';
}

const FEW: ReadonlySet<string> = new Set([
  'latest 100 events',
  'latest 100 events (EventsQuery)',
  'events of a distinct id',
  'events of a person',
]);

const MORE: readonly GrowthCase[] = [
  {
    name: 'one event name, all days',
    query: hogql("select count() from events where event = 'purchase'"),
    reads: 'rows',
  },
  {
    name: 'one day of ninety',
    query: hogql(
      'select event, count() from events where timestamp >= now() - interval 1 day group by event',
    ),
    reads: 'rows',
  },
];

/**
 * The queries of the benchmark `analytics` without their handwritten SQL, and queries that need only a small part of
 * the table.
 */
export const GROWTH_CASES: readonly GrowthCase[] = [
  ...[...HOGQL_CASES, ...INSIGHT_CASES].map(({ name, query }): GrowthCase => {
    return { name, query, reads: FEW.has(name) ? 'few' : 'rows' };
  }),
  ...MORE,
];

/** The tiles of a dashboard: each is a query of thirty days, broken down by another property. */
export const DASHBOARD: readonly object[] = [
  '$browser',
  '$os',
  '$device_type',
  'utm_source',
  'utm_campaign',
  '$geoip_country_code',
  'plan',
  '$lib_version',
  '$pathname',
  '$referring_domain',
].flatMap((breakdown) =>
  ['$pageview', 'purchase'].map((event) => ({
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event }],
    dateRange: { date_from: '-30d' },
    breakdownFilter: { breakdown, breakdown_type: 'event' },
  })),
);
