import type { LeaseChange, LogState } from '@tidemark/ingest-log';
import type { Metrics } from '@tidemark/platform';

type EventResult = 'stored' | 'duplicate' | 'dropped' | 'dead_letter';

export type Step =
  | 'parse'
  | 'rules'
  | 'look_up'
  | 'usage'
  | 'identity'
  | 'taxonomy'
  | 'destinations'
  | 'serialize'
  | 'insert'
  | 'finish';

export interface WorkerMetrics {
  countEvents(result: EventResult, count: number): void;
  countWarning(type: string, count: number): void;
  /** The number of events that ingestion rules of a kind changed or dropped. */
  countRuleResults(kind: string, result: string, count: number): void;
  countRows(table: string, count: number): void;
  /** Counts written definitions: new ones, and those that are seen again after an hour. */
  countDefinitions(kind: 'event' | 'property', count: number): void;
  countTaxonomyFailure(): void;
  /** Counts events that a destination is to receive. */
  countDeliveries(count: number): void;
  countFailure(): void;
  /** Counts a range that was left to the worker that now has its partitions. */
  countFenced(): void;
  /** Counts events that this worker inserted a second time after a stall; the copies are removed. */
  countLateCopies(events: number): void;
  countLeases(change: LeaseChange, partitions: number): void;
  observeRange(size: number): void;
  setOwned(partitions: number): void;
  setLog(state: LogState, owned: readonly number[]): void;
  /** Runs a step of a range and records how long it took. */
  time<T>(step: Step, work: () => T | Promise<T>): Promise<T>;
}

const RANGE_BUCKETS = [1, 10, 50, 100, 500, 1_000, 2_500, 5_000, 10_000, 20_000];

export function createWorkerMetrics(metrics: Metrics): WorkerMetrics {
  const events = metrics.counter('ingest_events_total', 'Events taken from the log', ['result']);
  const warnings = metrics.counter('ingest_warnings_total', 'Ingestion warnings', ['type']);
  const ruleResults = metrics.counter(
    'ingest_rule_events_total',
    'Events that ingestion rules changed, dropped or warned about, each rule counted',
    ['kind', 'result'],
  );
  const rows = metrics.counter('ingest_rows_total', 'Rows sent to ClickHouse', ['table']);
  const definitions = metrics.counter('ingest_definitions_total', 'Definitions written', ['kind']);
  const taxonomyFailures = metrics.counter(
    'ingest_taxonomy_failures_total',
    'Ranges whose definitions could not be written',
  );
  const deliveries = metrics.counter(
    'ingest_deliveries_total',
    'Deliveries recorded, one for each event and destination',
  );
  const failures = metrics.counter('ingest_failures_total', 'Ranges that will be tried again');
  const fenced = metrics.counter(
    'ingest_fenced_ranges_total',
    'Ranges rejected because another worker had taken over their partitions',
  );
  const lateCopies = metrics.counter(
    'ingest_late_copies_total',
    'Events inserted twice because a worker stalled within its insert; the copies were removed',
  );
  const leases = metrics.counter(
    'ingest_lease_changes_total',
    'Partitions that moved to another worker',
    ['change'],
  );
  const owned = metrics.gauge('ingest_owned_partitions', 'Partitions this worker holds');
  const partitions = metrics.gauge('ingest_partitions', 'Partitions of the ingest log');
  const lag = metrics.gauge(
    'ingest_lag_events',
    'Unprocessed events, in all partitions or in those of this worker',
    ['partitions'],
  );
  const deepest = metrics.gauge(
    'ingest_deepest_partition_events',
    'Unprocessed events of the partition that has the most',
  );
  const oldest = metrics.gauge(
    'ingest_oldest_event_age_seconds',
    'How long the oldest unprocessed event has waited',
  );
  const deadLetters = metrics.gauge('ingest_dead_letters', 'Records waiting as dead letters');
  const ranges = metrics.histogram('ingest_range_events', 'Events per range', [], RANGE_BUCKETS);
  const steps = metrics.histogram('ingest_step_seconds', 'Time per step of a range', ['step']);
  return {
    countEvents: (result, count) => events.inc({ result }, count),
    countWarning: (type, count) => warnings.inc({ type }, count),
    countRuleResults: (kind, result, count) => ruleResults.inc({ kind, result }, count),
    countRows: (table, count) => rows.inc({ table }, count),
    countDefinitions: (kind, count) => definitions.inc({ kind }, count),
    countTaxonomyFailure: () => taxonomyFailures.inc(),
    countDeliveries: (count) => deliveries.inc(count),
    countFailure: () => failures.inc(),
    observeRange: (size) => ranges.observe(size),
    countFenced: () => fenced.inc(),
    countLateCopies: (count) => lateCopies.inc(count),
    countLeases: (change, partitions) => leases.inc({ change }, partitions),
    setOwned: (count) => owned.set(count),
    setLog: ({ depths, oldestAgeMs, deadLetters: dead }, ours) => {
      partitions.set(depths.length);
      lag.set({ partitions: 'all' }, sum(depths));
      lag.set({ partitions: 'owned' }, sum(ours.map((partition) => depths[partition] ?? 0)));
      deepest.set(Math.max(0, ...depths));
      oldest.set(oldestAgeMs / 1_000);
      deadLetters.set(dead);
    },
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
