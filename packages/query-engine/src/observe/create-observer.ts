import type { Logger } from '@tidemark/platform';
import { engineIdOf } from '../engine-query-id';
import type { QueryMetrics } from '../query-metrics';
import { outcomeOf } from '../query-metrics';
import type { QueryObserver, QueryRecord } from './query-record';

/**
 * Records metrics, and a log line for each slow query. A line contains project, kind, times and sizes: never a
 * statement, a value or a client's own id of the query.
 */
export function createQueryObserver(deps: {
  readonly metrics: QueryMetrics;
  readonly logger: Logger;
  /** The duration in milliseconds from which a query is slow; 0 = no query is slow. */
  readonly slowMs: number;
  /** Other observers to call. */
  readonly also?: readonly QueryObserver[];
}): QueryObserver {
  const { metrics, logger, slowMs, also = [] } = deps;
  return (record) => {
    metrics.ran(record);
    if (slowMs > 0 && record.totalMs >= slowMs) logger.warn(slowLine(record), 'slow query');
    for (const observe of also) observe(record);
  };
}

function slowLine({ request, by, phases, error, ...record }: QueryRecord): object {
  const { project, query } = request;
  const ms = Object.entries({ ...phases, total: record.totalMs });
  return {
    projectId: project.id,
    kind: query.kind,
    engineQueryId: engineIdOf(request),
    by,
    outcome: outcomeOf(error),
    ms: Object.fromEntries(ms.map(([phase, time]) => [phase, Math.round(time)])),
    rowsRead: record.rowsRead,
    bytesRead: record.bytesRead,
    resultRows: record.resultRows,
  };
}
