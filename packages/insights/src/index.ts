export {
  planCalendarHeatmap,
  type CalendarHeatmapAnswer,
} from './calendar-heatmap/plan-calendar-heatmap';
export {
  lifecycleOptions,
  retentionOptions,
  stickinessOptions,
  type ActorOptions,
} from './actor-options';
export { bucketStarts } from './date-range/buckets';
export { bucketLabel, dayText } from './date-range/labels';
export { previousPeriod } from './date-range/previous-period';
export { readDate, type ReadDate } from './date-range/read-date';
export {
  resolveDateRange,
  type DateRange,
  type DateRangeInput,
  type DateRangeOptions,
} from './date-range/resolve-date-range';
export { isRangeOver, type RangeAge } from './date-range/range-over';
export { startOfInterval, type Interval, type WeekStartDay } from './date-range/zoned';
export type { InsightActors, InsightPoint } from './insight-actors';
export type { InsightContext } from './insight-context';
export { InsightError } from './insight-error';
export type { InsightPlan, Rows, ToldPeriods } from './insight-plan';
export { funnelCorrelationActors } from './funnels/correlation/correlation-actors';
export {
  planFunnelCorrelation,
  type FunnelCorrelationAnswer,
} from './funnels/correlation/plan-correlation';
export { funnelOptions } from './funnels/options';
export { funnelActorsStatement } from './funnels/people/funnel-actors';
export { funnelActorEvents } from './funnels/people/recorded-events';
export { planFunnels, type FunnelsAnswer } from './funnels/plan-funnels';
export { lifecycleActors } from './lifecycle/lifecycle-actors';
export { planLifecycle, type LifecycleAnswer } from './lifecycle/plan-lifecycle';
export { lifecycleNodes } from './lifecycle/series';
export { retentionEntities } from './retention/entities';
export { pathActors } from './paths/path-actors';
export { pathSeries, planPaths, type PathsAnswer } from './paths/plan-paths';
export { retentionRowActors } from './retention/retention-actors';
export { planRetention, type RetentionAnswer } from './retention/plan-retention';
export { actionIdsOf } from './series/entity';
export { earliestStatements } from './series/earliest';
export { stickinessActors } from './stickiness/stickiness-actors';
export { planStickiness, type StickinessAnswer } from './stickiness/plan-stickiness';
export { trendsActors } from './trends/plan-actors';
export { trendsOptions, withoutFormulas } from './trends/options';
export { planTrends } from './trends/plan-trends';
export { planTrendsView } from './trends/plan-view';
export type { TrendsAnswer } from './trends/shape/answer';
export { goalSeries } from './series/conversion-goal';
export { planWebGoals, type WebGoalsAnswer } from './web/plan-goals';
export { planWebOverview, type WebOverviewAnswer } from './web/plan-overview';
export { planWebStatsTable, type WebStatsTablePlan } from './web/plan-stats-table';
