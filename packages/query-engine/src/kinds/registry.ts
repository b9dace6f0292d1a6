import type { InsightType } from '@tidemark/contracts';
import { actorsQuery } from './actors-query/actors-query';
import { hogQLAutocomplete } from './autocomplete/autocomplete';
import { databaseSchemaQuery } from './database-schema/database-schema';
import { eventsQuery } from './events-query/events-query';
import { groupsQuery } from './groups-query/groups-query';
import { hogQLQuery } from './hogql-query/hogql-query';
import { experimentActorsQuery } from './insights/actors/experiment-actors-source';
import { funnelsActorsQuery } from './insights/actors/funnel-actors-source';
import { calendarHeatmapQuery } from './insights/calendar-heatmap-query';
import { funnelCorrelationActorsQuery } from './insights/actors/correlation-actors-source';
import {
  experimentExposureQuery,
  experimentFunnelsQuery,
  experimentQuery,
  experimentTrendsQuery,
} from './insights/experiment-queries';
import { funnelCorrelationQuery } from './insights/funnel-correlation-query';
import { funnelsQuery } from './insights/funnels-query';
import { insightActorsQueryOptions } from './insights/actors/actors-options-query';
import { insightActorsQuery, stickinessActorsQuery } from './insights/actors/insight-actors-query';
import { lifecycleQuery } from './insights/lifecycle-query';
import { pathsQuery } from './insights/paths-query';
import { retentionQuery } from './insights/retention-query';
import { stickinessQuery } from './insights/stickiness-query';
import { trendsQuery } from './insights/trends-query';
import { webGoalsQuery } from './insights/web-goals-query';
import {
  webExternalClicksTableQuery,
  webOverviewQuery,
  webStatsTableQuery,
  webVitalsPathBreakdownQuery,
} from './insights/web-queries';
import { hogQLMetadata } from './metadata/metadata';
import type { RegisteredKind } from './kind';
import { registered } from './kind';
import { sessionsQuery } from './sessions-query/sessions-query';
import { sessionsTimelineQuery } from './sessions-timeline/sessions-timeline-query';
import { actorsPropertyTaxonomyQuery } from './taxonomy/actors-property-taxonomy-query';
import { eventTaxonomyQuery } from './taxonomy/event-taxonomy-query';
import { propertyValuesQuery } from './taxonomy/property-values-query';
import { teamTaxonomyQuery } from './taxonomy/team-taxonomy-query';

/** Every kind with a runner. A new kind is one more line here. */
const KINDS: readonly RegisteredKind[] = [
  registered(hogQLQuery),
  registered(eventsQuery),
  registered(sessionsQuery),
  registered(actorsQuery),
  registered(trendsQuery),
  registered(funnelsQuery),
  registered(funnelsActorsQuery),
  registered(funnelCorrelationQuery),
  registered(funnelCorrelationActorsQuery),
  registered(hogQLMetadata),
  registered(hogQLAutocomplete),
  registered(databaseSchemaQuery),
  registered(lifecycleQuery),
  registered(calendarHeatmapQuery),
  registered(webOverviewQuery),
  registered(webStatsTableQuery),
  registered(webGoalsQuery),
  registered(webExternalClicksTableQuery),
  registered(webVitalsPathBreakdownQuery),
  registered(groupsQuery),
  registered(teamTaxonomyQuery),
  registered(eventTaxonomyQuery),
  registered(actorsPropertyTaxonomyQuery),
  registered(propertyValuesQuery),
  registered(sessionsTimelineQuery),
  registered(stickinessQuery),
  registered(retentionQuery),
  registered(pathsQuery),
  registered(experimentQuery),
  registered(experimentExposureQuery),
  registered(experimentTrendsQuery),
  registered(experimentFunnelsQuery),
  registered(experimentActorsQuery),
  registered(insightActorsQuery),
  registered(stickinessActorsQuery),
  registered(insightActorsQueryOptions),
];

const BY_NAME: ReadonlyMap<string, RegisteredKind> = new Map(
  KINDS.map((kind) => [kind.kind, kind]),
);

/** Kinds that only show the result of their `source`. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'DataTableNode',
  'DataVisualizationNode',
  'InsightVizNode',
]);

/** Every kind that a query may have: those with a runner, and those that show one of them. */
export function supportedKinds(): readonly string[] {
  return [...BY_NAME.keys(), ...WRAPPERS];
}

/** Undefined for a kind of the wire format without a runner. */
export function findQueryKind(kind: string): RegisteredKind | undefined {
  return BY_NAME.get(kind);
}

export function isWrapper(kind: string): boolean {
  return WRAPPERS.has(kind);
}

/** The kind of the saved insights that `insight=` lists for a value. */
export function kindOfInsightType(type: InsightType): string {
  const listed = KINDS.find(({ insightType }) => insightType === type);
  if (listed === undefined) throw new Error(`The list of kinds does not contain ${type}`);
  return listed.kind;
}
