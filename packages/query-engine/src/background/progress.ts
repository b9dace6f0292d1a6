import type { QueryProgress } from '@tidemark/clickhouse';
import type { QueryProgressBody } from '@tidemark/contracts';

/** Progress on the wire (`wire/query.md` §3): whole numbers, zeros while nothing is known. */
export function progressBody(progress: QueryProgress | null): QueryProgressBody {
  return {
    bytes_read: progress?.bytesRead ?? 0,
    rows_read: progress?.rowsRead ?? 0,
    estimated_rows_total: progress?.estimatedRowsTotal ?? 0,
    time_elapsed: Math.floor(progress?.elapsedSeconds ?? 0),
    active_cpu_time: progress?.cpuMicroseconds ?? 0,
  };
}
