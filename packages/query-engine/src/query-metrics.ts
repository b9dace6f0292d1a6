import type { RefreshMode } from '@tidemark/contracts';
import type { Metrics } from '@tidemark/platform';
import type { QueryRecord } from './observe/query-record';
import { PHASES } from './observe/query-record';
import { QueryError } from './query-error';

/**
 * Counts how requests used the cache, and which limits stopped queries. Labels are our own values, so their number is
 * bounded.
 */
export interface QueryMetrics {
  looked(outcome: 'hit' | 'stale' | 'miss', kind: string, mode: RefreshMode): void;
  /** A client requested the cancellation of a query. */
  cancelAsked(): void;
  waited(seconds: number, outcome: 'granted' | 'rejected'): void;
  /** A query was computed, successfully or not. */
  ran(record: QueryRecord): void;
  /** A limit rejected a query before it was computed. */
  rejected(limit: 'budget', kind: string): void;
}

export type QueryOutcome = 'finished' | 'failed' | 'cancelled';

export function outcomeOf(error: unknown): QueryOutcome {
  if (error === null) return 'finished';
  const isCancel = error instanceof QueryError && error.code === 'query_cancelled';
  return isCancel ? 'cancelled' : 'failed';
}

/** In seconds: background runs may take ten minutes. */
const BUCKETS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 600,
];

const LIMIT_BY_STATUS: Readonly<Record<number, string>> = {
  429: 'concurrency',
  503: 'overload',
  504: 'time',
  512: 'time',
  513: 'memory',
};
const LIMIT_BY_CODE: Readonly<Record<string, string>> = {
  too_many_bytes: 'rows_or_bytes',
};

export function createQueryMetrics(metrics: Metrics): QueryMetrics {
  const lookups = metrics.counter('query_cache_lookups_total', 'Look-ups of stored results', [
    'outcome',
    'kind',
    'mode',
  ]);
  const cancels = metrics.counter('query_cancels_total', 'Requests to cancel a query');
  const waits = metrics.histogram(
    'query_slot_wait_seconds',
    'Time a query waited until it could be computed',
    ['outcome'],
  );
  const limits = metrics.counter('query_limits_hit_total', 'Queries that a limit stopped', [
    'limit',
    'kind',
  ]);
  const queries = metrics.counter('queries_total', 'Queries by outcome', ['kind', 'by', 'outcome']);
  const durations = metrics.histogram(
    'query_phase_seconds',
    'Time of computed queries by phase: wait, plan, engine, shape',
    ['kind', 'by', 'phase'],
    BUCKETS,
  );
  const bytes = metrics.counter(
    'query_read_bytes_total',
    'Bytes that the engine read for queries',
    ['kind'],
  );
  return {
    rejected: (limit, kind) => limits.inc({ limit, kind }),
    looked: (outcome, kind, mode) => lookups.inc({ outcome, kind, mode }),
    cancelAsked: () => cancels.inc(),
    waited: (seconds, outcome) => waits.observe({ outcome }, seconds),
    ran({ request, by, phases, bytesRead, error }) {
      const { kind } = request.query;
      queries.inc({ kind, by, outcome: outcomeOf(error) });
      if (by === 'cache') return;
      bytes.inc({ kind }, bytesRead);
      for (const phase of PHASES) durations.observe({ kind, by, phase }, phases[phase] / 1_000);
      if (!(error instanceof QueryError)) return;
      const limit = LIMIT_BY_CODE[error.code] ?? LIMIT_BY_STATUS[error.status];
      if (limit !== undefined) limits.inc({ limit, kind });
    },
  };
}
