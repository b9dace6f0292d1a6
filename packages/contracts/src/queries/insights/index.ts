export * from './actors-queries';
export * from './breakdown-filter';
export * from './calendar-heatmap-query';
export * from './conversion-goal';
export {
  compareFilterSchema,
  insightDateRangeSchema,
  intervalSchema,
  sharedInsightFields,
  type CompareFilter,
} from './fields';
export * from './funnel-correlation-query';
export * from './funnels-query';
export * from './lifecycle-query';
export * from './paths-query';
export * from './retention-query';
export * from './series-nodes';
export * from './stickiness-query';
export * from './trends-query';
export * from './web-analytics-queries';
