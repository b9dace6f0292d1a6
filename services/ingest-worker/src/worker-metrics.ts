import type { Metrics } from '@tidemark/platform';

export type EventResult = 'stored' | 'duplicate' | 'dropped' | 'dead_letter';

export type Step =
  'parse' | 'look_up' | 'identity' | 'taxonomy' | 'serialize' | 'insert' | 'finish';

export interface WorkerMetrics {
  countEvents(result: EventResult, count: number): void;
  countWarning(type: string): void;
  countRows(table: string, count: number): void;
  /** Definitions written, new or seen again after an hour. */
  countDefinitions(kind: 'event' | 'property', count: number): void;
  countTaxonomyFailure(): void;
  countFailure(): void;
  observeRange(size: number): void;
  setLag(events: number): void;
  /** Runs a step of a range and records how long it took. */
  time<T>(step: Step, work: () => T | Promise<T>): Promise<T>;
}

const RANGE_BUCKETS = [1, 10, 50, 100, 500, 1_000, 2_500, 5_000, 10_000, 20_000];

export function createWorkerMetrics(metrics: Metrics): WorkerMetrics {
  const events = metrics.counter('ingest_events_total', 'Events taken from the log', ['result']);
  const warnings = metrics.counter('ingest_warnings_total', 'Ingestion warnings', ['type']);
  const rows = metrics.counter('ingest_rows_total', 'Rows sent to ClickHouse', ['table']);
  const definitions = metrics.counter('ingest_definitions_total', 'Definitions written', ['kind']);
  const taxonomyFailures = metrics.counter(
    'ingest_taxonomy_failures_total',
    'Ranges whose definitions could not be written',
  );
  const failures = metrics.counter('ingest_failures_total', 'Ranges that will be tried again');
  const lag = metrics.gauge('ingest_lag_events', 'Unprocessed events in the log');
  const ranges = metrics.histogram('ingest_range_events', 'Events per range', [], RANGE_BUCKETS);
  const steps = metrics.histogram('ingest_step_seconds', 'Time per step of a range', ['step']);
  return {
    countEvents: (result, count) => events.inc({ result }, count),
    countWarning: (type) => warnings.inc({ type }),
    countRows: (table, count) => rows.inc({ table }, count),
    countDefinitions: (kind, count) => definitions.inc({ kind }, count),
    countTaxonomyFailure: () => taxonomyFailures.inc(),
    countFailure: () => failures.inc(),
    observeRange: (size) => ranges.observe(size),
    setLag: (count) => lag.set(count),
    time: async (step, work) => {
      const end = steps.startTimer({ step });
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
}
