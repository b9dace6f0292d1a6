import type { Metrics } from '@tidemark/platform';
import { QueryError } from './query-error';

/** How a request stood to the cache, and which limit stopped a query. Labels are ours: their number is bounded. */
export interface QueryMetrics {
  looked(outcome: 'hit' | 'stale' | 'miss', kind: string): void;
  waited(seconds: number, outcome: 'granted' | 'refused'): void;
  /** Counts a failure that was a limit; any other is left alone. */
  failed(error: unknown, kind: string): void;
}

const LIMIT_BY_STATUS: Readonly<Record<number, string>> = {
  429: 'concurrency',
  503: 'overload',
  504: 'time',
  512: 'time',
  513: 'memory',
};
const LIMIT_BY_CODE: Readonly<Record<string, string>> = { too_many_bytes: 'rows_or_bytes' };

export function createQueryMetrics(metrics: Metrics): QueryMetrics {
  const lookups = metrics.counter('query_cache_lookups_total', 'Look-ups of stored results', [
    'outcome',
    'kind',
  ]);
  const waits = metrics.histogram(
    'query_slot_wait_seconds',
    'Time a query waited until it could be computed',
    ['outcome'],
  );
  const limits = metrics.counter('query_limits_hit_total', 'Queries that a limit stopped', [
    'limit',
    'kind',
  ]);
  return {
    looked: (outcome, kind) => lookups.inc({ outcome, kind }),
    waited: (seconds, outcome) => waits.observe({ outcome }, seconds),
    failed(error, kind) {
      if (!(error instanceof QueryError)) return;
      const limit = LIMIT_BY_STATUS[error.status] ?? LIMIT_BY_CODE[error.code];
      if (limit !== undefined) limits.inc({ limit, kind });
    },
  };
}
