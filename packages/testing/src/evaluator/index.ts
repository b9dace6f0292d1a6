export { addDays, daysBetween, localText } from './calendar';
export type { HappenedEvent, LocalEvent, Series, Setting, World } from './model';
export type { Breakdown } from './breakdowns';
export type { Filter, FilterGroup, FilterTree } from './filters';
export { axis, earlier, previous } from './model';
export * from './calendar-heatmap';
export * from './lifecycle';
export * from './paths';
export * from './retention';
export * from './stickiness';
export * from './trends';
export type { Exclusion, FunnelCase, FunnelStep } from './funnel-case';
export * from './funnel-correlation';
export { evaluateFunnelSteps, evaluateFunnelTimes, evaluateFunnelTrend } from './funnels';
export type { FunnelRow, FunnelTrend } from './funnels';
export { evaluateWebOverview, evaluateWebTable } from './web';
export type { ValueOf, WebRow, WebTotals } from './web';
export { evaluateExperiment, evaluateExposures } from './experiments';
export type { ExperimentRow } from './experiments';
export type {
  ExperimentCase,
  ExperimentMetricCase,
  ExperimentSource as ExperimentSourceCase,
} from './experiment-case';
export { judgeVariants, type UnitValues } from './experiment-statistics';
