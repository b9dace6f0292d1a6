import type { Counter, Histogram, Metrics } from '@tidemark/platform';

export interface EdgeMetrics {
  readonly requests: Counter<'route' | 'status'>;
  readonly eventsAccepted: Counter;
  readonly recordingsAccepted: Counter;
  readonly overQuota: Counter<'resource'>;
  readonly appendSeconds: Histogram;
  readonly flagErrors: Counter;
}

export function createEdgeMetrics(metrics: Metrics): EdgeMetrics {
  return {
    requests: metrics.counter('edge_requests_total', 'Answered requests', ['route', 'status']),
    eventsAccepted: metrics.counter(
      'edge_events_accepted_total',
      'Events acknowledged after they were in the ingest log',
    ),
    recordingsAccepted: metrics.counter(
      'edge_recordings_accepted_total',
      'Recording messages acknowledged after their record was in the ingest log',
    ),
    overQuota: metrics.counter(
      'edge_over_quota_total',
      'Events, recording messages and flag requests dropped because a quota is used up',
      ['resource'],
    ),
    appendSeconds: metrics.histogram(
      'edge_log_append_seconds',
      'Time until the ingest log had all events of a request',
    ),
    flagErrors: metrics.counter(
      'edge_flag_errors_total',
      'Flag requests answered with errorsWhileComputingFlags',
    ),
  };
}
