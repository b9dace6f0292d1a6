import { z } from 'zod';
import {
  experimentActorsQuerySchema,
  experimentExposureQuerySchema,
  experimentFunnelsQuerySchema,
  experimentQuerySchema,
  experimentTrendsQuerySchema,
} from './experiments';
import {
  calendarHeatmapQuerySchema,
  funnelCorrelationActorsQuerySchema,
  funnelCorrelationQuerySchema,
  funnelsActorsQuerySchema,
  funnelsQuerySchema,
  insightActorsQueryOptionsSchema,
  insightActorsQuerySchema,
  lifecycleQuerySchema,
  pathsQuerySchema,
  retentionQuerySchema,
  stickinessActorsQuerySchema,
  stickinessQuerySchema,
  trendsQuerySchema,
  webExternalClicksTableQuerySchema,
  webGoalsQuerySchema,
  webOverviewQuerySchema,
  webStatsTableQuerySchema,
  webVitalsPathBreakdownQuerySchema,
} from './insights';
import { hogQLQuerySchema } from './query';
import {
  databaseSchemaQuerySchema,
  hogQLAutocompleteSchema,
  hogQLMetadataSchema,
} from './query-editor';
import {
  actorsOptionsResponseSchema,
  databaseSchemaResponseSchema,
  experimentExposureResponseSchema,
  experimentResponseSchema,
  olderExperimentResponseSchema,
  funnelsResponseSchema,
  hogQLAutocompleteResponseSchema,
  hogQLMetadataResponseSchema,
  hogQLQueryResponseSchema,
  linesResponseSchema,
  otherQueryResponseSchema,
  pathsResponseSchema,
  retentionResponseSchema,
  rowsQueryResponseSchema,
} from './query-responses';
import {
  actorsPropertyTaxonomyQuerySchema,
  eventTaxonomyQuerySchema,
  propertyValuesQuerySchema,
  teamTaxonomyQuerySchema,
} from './query-taxonomy';
import {
  actorsQuerySchema,
  eventsQuerySchema,
  groupsQuerySchema,
  sessionsQuerySchema,
  sessionsTimelineQuerySchema,
} from './row-queries';

/** A response whose `results` are a list of `item`. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  otherQueryResponseSchema.extend({ results: z.array(item) });

const samples = { sample_values: z.array(z.string()), sample_count: z.number() };
const rows = rowsQueryResponseSchema;
const insight = otherQueryResponseSchema;
const pathValues = z.array(z.object({ path: z.string(), value: z.number() }));

/** The schemas of the query and the response of every supported kind, from which a typed client is generated. */
export const queryKindSchemas = {
  HogQLQuery: { query: hogQLQuerySchema, response: hogQLQueryResponseSchema },
  EventsQuery: { query: eventsQuerySchema, response: rows },
  SessionsQuery: { query: sessionsQuerySchema, response: rows },
  ActorsQuery: { query: actorsQuerySchema, response: rows },
  GroupsQuery: { query: groupsQuerySchema, response: rows },
  TrendsQuery: { query: trendsQuerySchema, response: linesResponseSchema },
  StickinessQuery: { query: stickinessQuerySchema, response: linesResponseSchema },
  LifecycleQuery: { query: lifecycleQuerySchema, response: linesResponseSchema },
  FunnelsQuery: { query: funnelsQuerySchema, response: funnelsResponseSchema },
  FunnelCorrelationQuery: { query: funnelCorrelationQuerySchema, response: insight },
  RetentionQuery: { query: retentionQuerySchema, response: retentionResponseSchema },
  PathsQuery: { query: pathsQuerySchema, response: pathsResponseSchema },
  CalendarHeatmapQuery: { query: calendarHeatmapQuerySchema, response: insight },
  WebOverviewQuery: {
    query: webOverviewQuerySchema,
    response: listOf(z.looseObject({ key: z.string(), value: z.number().nullish() })),
  },
  WebStatsTableQuery: {
    query: webStatsTableQuerySchema,
    response: listOf(z.array(z.unknown())),
  },
  WebGoalsQuery: { query: webGoalsQuerySchema, response: listOf(z.array(z.unknown())) },
  WebExternalClicksTableQuery: {
    query: webExternalClicksTableQuerySchema,
    response: listOf(z.array(z.unknown())),
  },
  WebVitalsPathBreakdownQuery: {
    query: webVitalsPathBreakdownQuerySchema,
    response: listOf(
      z.object({ good: pathValues, needs_improvements: pathValues, poor: pathValues }),
    ),
  },
  ExperimentQuery: { query: experimentQuerySchema, response: experimentResponseSchema },
  ExperimentExposureQuery: {
    query: experimentExposureQuerySchema,
    response: experimentExposureResponseSchema,
  },
  ExperimentTrendsQuery: {
    query: experimentTrendsQuerySchema,
    response: olderExperimentResponseSchema,
  },
  ExperimentFunnelsQuery: {
    query: experimentFunnelsQuerySchema,
    response: olderExperimentResponseSchema,
  },
  InsightActorsQuery: { query: insightActorsQuerySchema, response: insight },
  FunnelsActorsQuery: { query: funnelsActorsQuerySchema, response: insight },
  FunnelCorrelationActorsQuery: { query: funnelCorrelationActorsQuerySchema, response: insight },
  StickinessActorsQuery: { query: stickinessActorsQuerySchema, response: insight },
  ExperimentActorsQuery: { query: experimentActorsQuerySchema, response: insight },
  InsightActorsQueryOptions: {
    query: insightActorsQueryOptionsSchema,
    response: actorsOptionsResponseSchema,
  },
  SessionsTimelineQuery: {
    query: sessionsTimelineQuerySchema,
    response: listOf(
      z.looseObject({ sessionId: z.string().nullable(), events: z.array(z.unknown()) }),
    ),
  },
  HogQLMetadata: { query: hogQLMetadataSchema, response: hogQLMetadataResponseSchema },
  HogQLAutocomplete: { query: hogQLAutocompleteSchema, response: hogQLAutocompleteResponseSchema },
  DatabaseSchemaQuery: {
    query: databaseSchemaQuerySchema,
    response: databaseSchemaResponseSchema,
  },
  TeamTaxonomyQuery: {
    query: teamTaxonomyQuerySchema,
    response: listOf(z.looseObject({ event: z.string(), count: z.number() })),
  },
  EventTaxonomyQuery: {
    query: eventTaxonomyQuerySchema,
    response: listOf(z.looseObject({ property: z.string(), ...samples })),
  },
  ActorsPropertyTaxonomyQuery: {
    query: actorsPropertyTaxonomyQuerySchema,
    response: listOf(z.looseObject(samples)),
  },
  PropertyValuesQuery: {
    query: propertyValuesQuerySchema,
    response: listOf(z.looseObject({ name: z.string(), count: z.number().nullable() })),
  },
} as const;
