import type { Counter, Histogram, Metrics } from '@tidemark/platform';

export interface SquashMetrics {
  readonly runs: Counter<'outcome'>;
  readonly seconds: Histogram;
  readonly folded: Counter;
}

const BUCKETS = [0.1, 1, 10, 60, 300, 1_800, 7_200, 21_600];

export function createSquashMetrics(metrics: Metrics): SquashMetrics {
  return {
    runs: metrics.counter('squash_runs_total', 'Squashes of person overrides', ['outcome']),
    seconds: metrics.histogram('squash_seconds', 'How long a squash took', [], BUCKETS),
    folded: metrics.counter(
      'squash_folded_overrides_total',
      'Person overrides written into the events and then deleted',
    ),
  };
}
