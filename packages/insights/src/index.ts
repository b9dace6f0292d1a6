export {
  planCalendarHeatmap,
  type CalendarHeatmapResponse,
} from './calendar-heatmap/plan-calendar-heatmap';
export { type ActorOptions } from './actors/options';
export { retentionOptions } from './retention/retention-actors';
export { stickinessOptions } from './stickiness/stickiness-actors';
export { lifecycleOptions } from './lifecycle/lifecycle-actors';
export { bucketStarts } from './date-range/buckets';
export { bucketLabel, dayText } from './date-range/labels';
export { previousPeriod } from './date-range/previous-period';
export { readDate, type ReadDate } from './date-range/read-date';
export {
  resolveDateRange,
  type DateRangeInput,
  type DateRangeOptions,
} from './date-range/resolve-date-range';
export { type DateRange } from './date-range/date-range';
export { isRangeOver, type RangeAge } from './date-range/range-over';
export { startOfInterval, type Interval } from './date-range/zoned';
export { type WeekStartDay } from './insight/context';
export type { InsightActors, InsightPoint } from './actors/insight-actors';
export type { InsightContext } from './insight/context';
export { InsightError } from './insight/error';
export type { InsightPlan, Rows, ResolvedPeriods } from './insight/plan';
export { funnelCorrelationActors } from './funnels/correlation/correlation-actors';
export {
  planFunnelCorrelation,
  type FunnelCorrelationResponse,
} from './funnels/correlation/plan-correlation';
export { funnelOptions } from './funnels/actors/funnel-options';
export { funnelActorsStatement } from './funnels/actors/funnel-actors';
export { funnelActorEvents } from './funnels/actors/recorded-events';
export { planFunnels, type FunnelsResponse } from './funnels/plan-funnels';
export { lifecycleActors } from './lifecycle/lifecycle-actors';
export { planLifecycle, type LifecycleResponse } from './lifecycle/plan-lifecycle';
export { lifecycleNodes } from './lifecycle/series';
export { retentionEntities } from './retention/plan/entities';
export { pathActors } from './paths/path-actors';
export { pathSeries, planPaths, type PathsResponse } from './paths/plan-paths';
export { retentionRowActors } from './retention/retention-actors';
export { planRetention } from './retention/plan-retention';
export { type RetentionResponse } from './retention/retention-response';
export { actionIdsOf } from './series/entity';
export { earliestStatements } from './series/earliest';
export { stickinessActors } from './stickiness/stickiness-actors';
export { planStickiness, type StickinessResponse } from './stickiness/plan-stickiness';
export { trendsActors } from './trends/actors/trends-actors';
export { trendsOptions, withoutFormulas } from './trends/actors/trends-options';
export { planTrends } from './trends/plan-trends';
export { planTrendsView } from './trends/plan-view';
export type { TrendsResponse } from './trends/response/trends-response';
export { goalSeries } from './series/conversion-goal';
export { planWebGoals, type WebGoalsResponse } from './web/plan-goals';
export { planWebOverview, type WebOverviewResponse } from './web/plan-overview';
export { planWebStatsTable } from './web/stats-table/plan-stats-table';
export { planWebExternalClicks } from './web/plan-external-clicks';
export { planWebVitalsPathBreakdown, type WebVitalsPathBreakdownResponse } from './web/plan-vitals';
export type { WebTablePlan } from './web/visits/table-plan';
export { experimentActorNodes, experimentActors } from './experiments/actors/experiment-actors';
export { planExperiment, type ExperimentResponse } from './experiments/plan-experiment';
export { planExposures, type ExperimentExposureResponse } from './experiments/plan-exposures';
export { planOlderFunnels } from './experiments/older/plan-funnels';
export { planOlderTrends } from './experiments/older/plan-trends';
export { experimentNodes } from './experiments/plan/experiment-plan';
export { exposureNodes } from './experiments/plan/exposure';
