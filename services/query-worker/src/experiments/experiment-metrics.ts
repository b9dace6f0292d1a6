import type { Counter, Metrics } from '@tidemark/platform';

export interface ExperimentMetrics {
  readonly days: Counter<'outcome'>;
}

export function createExperimentMetrics(metrics: Metrics): ExperimentMetrics {
  return {
    days: metrics.counter(
      'experiment_days_total',
      'Calculated days of metrics of experiments by outcome',
      ['outcome'],
    ),
  };
}
