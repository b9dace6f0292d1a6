export type { Insight, InsightFields, StoredQuery } from './insight';
export { INSIGHT_FIELDS } from './insight';
export { INSIGHT_ORDER_FIELDS } from './insight-list';
export type { InsightListQuery, InsightOrderField } from './insight-list';
export { createInsightRepository } from './insight-repository';
export type { InsightChange, InsightReference, InsightRepository } from './insight-repository';
