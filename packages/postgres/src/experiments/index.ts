export type { Experiment, ExperimentFields, MetricUse } from './experiment';
export { statusOf } from './experiment';
export { EXPERIMENT_ORDER_FIELDS } from './experiment-list';
export type { ExperimentListQuery } from './experiment-list';
export { createExperimentRepository } from './experiment-repository';
export type { ExperimentPlan, ExperimentRepository, NewFlag } from './experiment-repository';
export { withHoldout } from './holdout';
export type { ExperimentHoldout, ExperimentHoldoutFields } from './holdout';
export { createExperimentResults } from './experiment-results';
export type {
  ExperimentRecalculation,
  ExperimentResults,
  MetricReference,
  StoredDailyResult,
} from './experiment-results';
export { createHoldoutRepository } from './holdout-repository';
export type { HoldoutRepository } from './holdout-repository';
export type { ExperimentChange, NewExperiment, WantedMetric } from './save-experiment';
export type { SavedMetric, SavedMetricFields } from './saved-metric';
export { createSavedMetricRepository } from './saved-metric-repository';
export type { SavedMetricRepository } from './saved-metric-repository';
