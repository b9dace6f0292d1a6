import { z } from 'zod';
import { conversionGoalSchema } from './conversion-goal';
import { freeObject } from '../free-object';
import { compareFilterSchema, insightDateRangeSchema } from './fields';
import { propertyFilterListSchema } from '../property-filters';
import { queryModifiersSchema, queryTagsSchema } from '../query-modifiers';

const samplingRateSchema = z.strictObject({
  numerator: z.number().positive(),
  denominator: z.number().positive().nullish(),
});

const orderFields = [
  'Visitors',
  'Views',
  'Clicks',
  'BounceRate',
  'AverageScrollPercentage',
  'ScrollGt80Percentage',
  'AvgTimeOnPage',
  'TotalConversions',
  'UniqueConversions',
  'ConversionRate',
  'ConvertingUsers',
  'RageClicks',
  'DeadClicks',
  'Errors',
] as const;

/** The fields of all web analytics queries. */
const sharedFields = {
  dateRange: insightDateRangeSchema.nullish(),
  properties: propertyFilterListSchema,
  conversionGoal: conversionGoalSchema.nullish(),
  compareFilter: compareFilterSchema.nullish(),
  doPathCleaning: z.boolean().nullish(),
  sampling: z
    .strictObject({
      enabled: z.boolean().nullish(),
      forceSamplingRate: samplingRateSchema.nullish(),
    })
    .nullish(),
  filterTestAccounts: z.boolean().nullish(),
  includeRevenue: z.boolean().nullish(),
  orderBy: z.tuple([z.enum(orderFields), z.enum(['ASC', 'DESC'])]).nullish(),
  /** Accepted and ignored, as in PostHog. */
  useSessionsTable: z.boolean().nullish(),
  /**
   * Decides the end of a range without an end: with hours or minutes, the end of the current hour or minute; else the
   * end of the day.
   */
  interval: z.string().nullish(),
  tags: queryTagsSchema.nullish(),
  modifiers: queryModifiersSchema.nullish(),
  response: freeObject.nullish(),
  version: z.number().nullish(),
};

/** Visitors, page views, sessions, the duration of sessions and the bounce rate. */
export const webOverviewQuerySchema = z.strictObject({
  kind: z.literal('WebOverviewQuery'),
  ...sharedFields,
});

export const webStatsBreakdowns = [
  'Page',
  'InitialPage',
  'ExitPage',
  'ExitClick',
  'PreviousPage',
  'ScreenName',
  'InitialChannelType',
  'InitialReferringDomain',
  'InitialReferringURL',
  'InitialUTMSource',
  'InitialUTMCampaign',
  'InitialUTMMedium',
  'InitialUTMTerm',
  'InitialUTMContent',
  'InitialUTMSourceMediumCampaign',
  'FirstPageviewChannelType',
  'FirstPageviewReferringDomain',
  'FirstPageviewUTMSource',
  'FirstPageviewUTMCampaign',
  'FirstPageviewUTMMedium',
  'FirstPageviewUTMTerm',
  'FirstPageviewUTMContent',
  'FirstPageviewUTMSourceMediumCampaign',
  'Browser',
  'OS',
  'Viewport',
  'DeviceType',
  'Country',
  'Region',
  'City',
  'Timezone',
  'Language',
  'FrustrationMetrics',
] as const;

/** Visitors and page views, grouped by a property of pages, sessions or events. */
export const webStatsTableQuerySchema = z.strictObject({
  kind: z.literal('WebStatsTableQuery'),
  breakdownBy: z.enum(webStatsBreakdowns),
  includeScrollDepth: z.boolean().nullish(),
  includeBounceRate: z.boolean().nullish(),
  includeAvgTimeOnPage: z.boolean().nullish(),
  /** Whether page paths, entry paths and exit paths include their hosts. */
  includeHost: z.boolean().nullish(),
  limit: z.int().positive().nullish(),
  offset: z.int().min(0).nullish(),
  ...sharedFields,
});

/** The visitors who reached the goals of the project. The goals are its first five actions. */
export const webGoalsQuerySchema = z.strictObject({
  kind: z.literal('WebGoalsQuery'),
  limit: z.int().positive().nullish(),
  ...sharedFields,
});

/** Paths of pages by how good a web vital of their visitors was. */
export const webVitalsPathBreakdownQuerySchema = z.strictObject({
  kind: z.literal('WebVitalsPathBreakdownQuery'),
  metric: z.enum(['INP', 'LCP', 'CLS', 'FCP']),
  percentile: z.enum(['p75', 'p90', 'p99']),
  /** The highest value of good pages, and of pages that need improvements. */
  thresholds: z.tuple([z.number(), z.number()]),
  ...sharedFields,
});

/** Addresses outside of the project's pages that visitors clicked on. */
export const webExternalClicksTableQuerySchema = z.strictObject({
  kind: z.literal('WebExternalClicksTableQuery'),
  limit: z.int().positive().nullish(),
  /** Whether addresses are grouped without their query and fragment. */
  stripQueryParams: z.boolean().nullish(),
  ...sharedFields,
});

export type WebStatsBreakdown = (typeof webStatsBreakdowns)[number];
export type WebOverviewQuery = z.infer<typeof webOverviewQuerySchema>;
export type WebStatsTableQuery = z.infer<typeof webStatsTableQuerySchema>;
export type WebGoalsQuery = z.infer<typeof webGoalsQuerySchema>;
export type WebVitalsPathBreakdownQuery = z.infer<typeof webVitalsPathBreakdownQuerySchema>;
export type WebExternalClicksTableQuery = z.infer<typeof webExternalClicksTableQuerySchema>;
