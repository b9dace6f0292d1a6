import { z } from 'zod';

const checkedLater = z.unknown().optional();

/**
 * `modifiers` of a query (`docs/wire/hogql.md#modifiers`): the names that PostHog has, those that tune its storage
 * included. Most values are checked when the query is compiled.
 */
export const queryModifiersSchema = z.strictObject({
  bounceRateDurationSeconds: checkedLater,
  bounceRatePageViewMode: checkedLater,
  convertToProjectTimezone: checkedLater,
  customChannelTypeRules: checkedLater,
  dataWarehouseEventsModifiers: checkedLater,
  debug: z.boolean().nullish(),
  forceClickhouseDataSkippingIndexes: checkedLater,
  formatCsvAllowDoubleQuotes: checkedLater,
  inCohortVia: checkedLater,
  inlineCohortCalculation: checkedLater,
  materializationMode: checkedLater,
  materializedColumnsOptimizationMode: checkedLater,
  optimizeJoinedFilters: checkedLater,
  optimizeProjections: checkedLater,
  parserMode: checkedLater,
  personsArgMaxVersion: checkedLater,
  personsJoinMode: checkedLater,
  personsOnEventsMode: checkedLater,
  propertyGroupsMode: checkedLater,
  pushDownPredicates: checkedLater,
  s3TableUseInvalidColumns: checkedLater,
  sessionIdPushdown: checkedLater,
  sessionPropertyPreAggregation: checkedLater,
  sessionTableVersion: checkedLater,
  sessionsV2JoinMode: checkedLater,
  timings: z.boolean().nullish(),
  typeAwareCastSimplification: checkedLater,
  useMaterializedViews: checkedLater,
  usePreaggregatedIntermediateResults: checkedLater,
  usePreaggregatedTableTransforms: checkedLater,
  useWebAnalyticsPreAggregatedTables: checkedLater,
});

/** `tags` of a query: labels for the query log, without effect on the result. */
export const queryTagsSchema = z.strictObject({
  name: z.string().nullish(),
  productKey: z.string().nullish(),
  scene: z.string().nullish(),
});
