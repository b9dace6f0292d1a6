import type { AnalyticsCase } from './case';
import { hogql } from './case';
import { HOGQL_CASES } from './hogql-cases';
import { INSIGHT_CASES } from './insight-cases';

/** A question, and what it has to read. */
export interface GrowthCase extends Pick<AnalyticsCase, 'name' | 'query'> {
  /**
   * `rows`: a share of all events, so that its cost may grow as they do. `few`: a number of rows that does not depend on
   * how many there are.
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

/** The questions of the other benchmark without its SQL by hand, and questions for a small part of the table. */
export const GROWTH_CASES: readonly GrowthCase[] = [
  ...[...HOGQL_CASES, ...INSIGHT_CASES].map(({ name, query }): GrowthCase => {
    return { name, query, reads: FEW.has(name) ? 'few' : 'rows' };
  }),
  ...MORE,
];

/** A dashboard: the tiles are questions about thirty days by different properties. */
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
