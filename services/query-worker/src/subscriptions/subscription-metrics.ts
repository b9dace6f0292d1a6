import type { Counter, Histogram, Metrics } from '@tidemark/platform';

export interface SubscriptionMetrics {
  readonly composed: Counter<'outcome'>;
  readonly seconds: Histogram;
  readonly late: Histogram;
}

const LATE_BUCKETS = [1, 10, 30, 60, 120, 300, 900, 3_600, 21_600];

export function createSubscriptionMetrics(metrics: Metrics): SubscriptionMetrics {
  return {
    composed: metrics.counter(
      'subscription_reports_total',
      'Messages of subscriptions that were composed, by outcome',
      ['outcome'],
    ),
    seconds: metrics.histogram(
      'subscription_report_seconds',
      'How long composing a message of a subscription took: its queries and its charts',
    ),
    late: metrics.histogram(
      'subscription_late_seconds',
      'How long after its time the delivery of a subscription was started',
      [],
      LATE_BUCKETS,
    ),
  };
}
