import type { Counter, Histogram, Metrics } from '@tidemark/platform';

export interface AlertMetrics {
  readonly checks: Counter<'outcome'>;
  readonly seconds: Histogram;
  readonly late: Histogram;
  readonly incidents: Counter<'change'>;
}

const LATE_BUCKETS = [1, 10, 30, 60, 120, 300, 900, 3_600, 21_600];

export function createAlertMetrics(metrics: Metrics): AlertMetrics {
  return {
    checks: metrics.counter('alert_checks_total', 'Checks of alerts by outcome', ['outcome']),
    seconds: metrics.histogram('alert_check_seconds', 'How long a check of an alert took'),
    late: metrics.histogram(
      'alert_check_late_seconds',
      'How long after its time an alert was checked',
      [],
      LATE_BUCKETS,
    ),
    incidents: metrics.counter(
      'alert_notifications_total',
      'Notifications of alerts that were created',
      ['change'],
    ),
  };
}
