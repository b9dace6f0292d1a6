export * from './breakdown-filter';
export {
  compareFilterSchema,
  insightDateRangeSchema,
  intervalSchema,
  propertiesSchema,
  sharedInsightFields,
  type CompareFilter,
} from './fields';
export * from './series-nodes';
export * from './trends-query';
