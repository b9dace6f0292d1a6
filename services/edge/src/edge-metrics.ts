import type { Counter, Histogram, Metrics } from '@tidemark/platform';

/** Endpoints that reject requests for their content. */
export type EdgeFamily =
  'capture' | 'capture_v1' | 'recordings' | 'otlp' | 'ai' | 'flags' | 'flag_streams' | 'ofrep';

/** The phases of an evaluation, in this order. */
type FlagPhase = 'look_up' | 'stored' | 'evaluate';

export interface EdgeMetrics {
  readonly requests: Counter<'route' | 'status'>;
  readonly eventsAccepted: Counter;
  readonly recordingsAccepted: Counter;
  readonly overQuota: Counter<'resource'>;
  readonly appendSeconds: Histogram;
  readonly flagErrors: Counter;
  /** Events sent to open streams of a person's flags. */
  readonly liveFlagEvents: Counter;
  /** Bytes of request bodies, as sent and as inflated. */
  readonly bodyBytes: Counter<'form'>;
  /** Rejected requests. Clients cannot add reasons, so the number of label values is bounded. */
  readonly rejections: Counter<'family' | 'reason'>;
  /** Seconds of each phase of one evaluation. */
  readonly flagPhase: Readonly<Record<FlagPhase, (seconds: number) => void>>;
  readonly flagsEvaluated: Counter;
  /** Seconds since the evaluated flags were read. */
  readonly definitionsAge: Histogram;
}

/** Buckets in seconds. An edge reads definitions again after 30 s, or at once when they change. */
const AGES = [1, 5, 15, 30, 60, 120, 300, 900, 3_600];
const PHASE_SECONDS = [
  0.000_01, 0.000_05, 0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5,
];

export function createEdgeMetrics(metrics: Metrics): EdgeMetrics {
  const phases = metrics.histogram(
    'edge_flag_phase_seconds',
    'Time of a flag evaluation by phase: look_up, stored, evaluate',
    ['phase'],
    PHASE_SECONDS,
  );
  const observe = (phase: FlagPhase): ((seconds: number) => void) => {
    // The label is looked up once, because each look-up costs more than the evaluation of a flag.
    const one = phases.labels({ phase });
    return (seconds) => one.observe(seconds);
  };
  return {
    flagPhase: {
      look_up: observe('look_up'),
      stored: observe('stored'),
      evaluate: observe('evaluate'),
    },
    flagsEvaluated: metrics.counter('edge_flags_evaluated_total', 'Flags evaluated'),
    definitionsAge: metrics.histogram(
      'edge_flag_definitions_age_seconds',
      'How long ago the flags that were evaluated had been read',
      [],
      AGES,
    ),
    bodyBytes: metrics.counter(
      'edge_body_bytes_total',
      'Bytes of received request bodies, as sent and inflated',
      ['form'],
    ),
    rejections: metrics.counter(
      'edge_rejections_total',
      'Requests that could not be decoded, read or accepted',
      ['family', 'reason'],
    ),
    requests: metrics.counter('edge_requests_total', 'Completed requests', ['route', 'status']),
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
    liveFlagEvents: metrics.counter(
      'edge_live_flag_events_total',
      'Events sent on open flag streams: the first flags, and changed flags',
    ),
    flagErrors: metrics.counter(
      'edge_flag_errors_total',
      'Flag responses with errorsWhileComputingFlags',
    ),
  };
}
